import { ParseError } from '@sluice/wire'
import type { Context } from 'hono'

/** Deeper than any body of a route nests. */
const maxDepth = 16
const what = 'The request'

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
/** `[` and `{`, `]` and `}`: the two of each pair differ in one bit. */
const [opening, closing, braces] = [0x5b, 0x5d, 0x20]

/** How deep a JSON text nests and how many keys it writes, without parsing it. */
function shapeOf(text: string): { readonly depth: number; readonly keys: number } {
  let level = 0
  let depth = 0
  let keys = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      // Skips to the quote that ends the string: one with an even number of backslashes before it.
      let slashes: number
      do {
        at = text.indexOf('"', at + 1)
        if (at === -1) return { depth, keys }
        slashes = 0
        while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1
      } while (slashes % 2 === 1)
    } else if (code === colon) keys += 1
    else if ((code & ~braces) === opening) {
      level += 1
      if (level > depth) depth = level
      if (depth > maxDepth) return { depth, keys }
    } else if ((code & ~braces) === closing) level -= 1
  }
  return { depth, keys }
}

/** The number of keys in a value, at any depth. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let sum = 0
  if (Array.isArray(value)) {
    for (const entry of value) sum += keysIn(entry)
    return sum
  }
  // An object that JSON.parse returned has own keys only.
  for (const key in value) sum += 1 + keysIn((value as Record<string, unknown>)[key])
  return sum
}

/** Whether a value holds a key that could become an object's prototype where it is copied. */
function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey)
}

/** The first key that an object of this JSON text writes twice. */
function repeatedKey(text: string): string {
  const open: (Set<string> | undefined)[] = []
  let last = ''
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '[') open.push(undefined)
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') last = JSON.parse(token) as string
    else if (open.at(-1)?.has(last) === true) return last
    else open.at(-1)?.add(last)
  }
  return ''
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

async function textOf(c: Context): Promise<string> {
  const sent = await c.req.arrayBuffer()
  try {
    return utf8.decode(sent)
  } catch {
    throw new ParseError(what, '', 'must be UTF-8')
  }
}

/**
 * Reads a JSON body. A key that is written twice is rejected, since readers differ in which of the two they believe.
 * @throws {ParseError}
 */
export async function readJson(c: Context): Promise<unknown> {
  const text = await textOf(c)
  const { depth, keys } = shapeOf(text)
  if (depth > maxDepth) throw new ParseError(what, '', `must be nested at most ${maxDepth} levels`)
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw new ParseError(what, '', 'must be JSON')
  }
  if (keysIn(json) !== keys) throw new ParseError(what, repeatedKey(text).slice(0, 64), 'is written twice')
  if (/__proto__|\\u00/.test(text) && hasPrototypeKey(json))
    throw new ParseError(what, '__proto__', 'is not allowed')
  return json
}
