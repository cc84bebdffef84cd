import { bytes, ParseError, parse } from '@sluice/wire'
import type { Context } from 'hono'
import * as v from 'valibot'
import type { Hex } from 'viem'
import { readQuery } from './query.ts'

/** Deeper than anything that the wire's bodies hold. */
const maxDepth = 16
const what = 'The request'

const [quote, backslash] = [0x22, 0x5c]
const opening: readonly number[] = [0x7b, 0x5b]
const closing: readonly number[] = [0x7d, 0x5d]

/** Depth of nesting of a JSON text, without building it. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      // To the quote that ends the string: one with an even number of backslashes before it.
      let slashes: number
      do {
        at = text.indexOf('"', at + 1)
        if (at === -1) return deepest
        slashes = 0
        while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
      } while (slashes % 2 === 1)
    } else if (opening.includes(code)) {
      depth += 1
      if (depth > deepest) deepest = depth
    } else if (closing.includes(code)) depth -= 1
  }
  return deepest
}

/**
 * Reads a JSON body by its schema; keys that the schema does not name are dropped.
 * @throws {ParseError} naming the first bad field.
 */
export async function readBody<const TSchema extends v.GenericSchema>(
  c: Context,
  schema: TSchema,
): Promise<v.InferOutput<TSchema>> {
  const text = await c.req.text()
  if (depthOf(text) > maxDepth) throw new ParseError(what, '', `must be nested at most ${maxDepth} levels`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ParseError(what, '', 'must be JSON')
  }
  return parse(schema, json, what)
}

const signature = v.object({ signature: bytes(8192) })

/** The signature that a client adds to the URL of what it signed. @throws {ParseError} */
export function querySignature(c: Context): Hex | undefined {
  const value = readQuery(c).text('signature', 16_386)
  return value === undefined ? undefined : parse(signature, { signature: value }, what).signature
}
