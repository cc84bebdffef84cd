import { ParseError } from '@sluice/wire'
import type { Context } from 'hono'
import { type JsonFault, jsonFault } from '../json/scanJson.ts'

/** Deeper than any body of a route nests. */
const maxDepth = 16
/** The bytes of a body for each value that it may hold: an order has thirty for each of its own. */
const bytesPerValue = 25
const what = 'The request'

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function textOf(c: Context): Promise<string> {
  const sent = await c.req.arrayBuffer()
  try {
    return utf8.decode(sent)
  } catch {
    throw new ParseError(what, '', 'must be UTF-8')
  }
}

/** The most values of a body, by the size that its route allows. */
export const maxValues = (maxBytes: number): number => Math.floor(maxBytes / bytesPerValue)

function errorOf(fault: JsonFault, maxBytes: number): ParseError {
  switch (fault.reason) {
    case 'depth':
      return new ParseError(what, '', `must be nested at most ${maxDepth} levels`)
    case 'values':
      return new ParseError(what, '', `must hold at most ${maxValues(maxBytes)} values`)
    case 'repeated':
      return new ParseError(what, fault.key.slice(0, 64), 'is written twice')
    case 'prototype':
      return new ParseError(what, fault.key, 'is not allowed')
  }
}

/**
 * Reads a JSON body, which is looked through before it is parsed: a key that is written twice is rejected, since readers
 * differ in which of the two they believe, and so are more values than a body of its route has.
 * @param maxBytes the size that the body may have.
 * @throws {ParseError}
 */
export async function readJson(c: Context, maxBytes: number): Promise<unknown> {
  const text = await textOf(c)
  const fault = jsonFault(text, { depth: maxDepth, values: maxValues(maxBytes) })
  if (fault !== undefined) throw errorOf(fault, maxBytes)
  try {
    return JSON.parse(text)
  } catch {
    throw new ParseError(what, '', 'must be JSON')
  }
}
