/** What a JSON text may hold. */
export type JsonBounds = {
  /** How deep lists and objects may stand in one another. */
  readonly depth: number
  /** The most values, at any depth. */
  readonly values: number
}

/** Why a JSON text is not to be parsed; `key` is one that an object writes twice, or one of all objects' prototype. */
export type JsonFault =
  | { readonly reason: 'depth' | 'values' }
  | { readonly reason: 'repeated' | 'prototype'; readonly key: string }

const [quote, backslash, colon, comma] = [0x22, 0x5c, 0x3a, 0x2c]
/** `[` and `{`, `]` and `}`: the two of each pair differ in one bit. */
const [openingList, closingList, braces] = [0x5b, 0x5d, 0x20]
const openingObject = openingList | braces

/** The quote that ends the text that another one begins: one with an even number of backslashes before it. */
function endOfText(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let slashes = 0
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** A key as objects have it: the same one may be written in many ways. */
function keyOf(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    // The whole text is not JSON, as its parser will say.
    return text
  }
}

/**
 * Reads a JSON text once, without parsing it, and stops at the first thing that is not allowed. Parsing a few megabytes of
 * tiny values takes a second, in which the process does nothing else.
 * @param keys called with each key, and those before it of the same object. @returns a fault, which ends the reading.
 */
function scan(
  text: string,
  { depth, values }: JsonBounds,
  keys?: (key: string, before: Set<string>) => JsonFault | undefined,
): JsonFault | undefined {
  const open: (Set<string> | undefined)[] = []
  let count = 0
  let [start, end] = [0, 0]
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      start = at
      end = endOfText(text, at)
      if (end === -1) return undefined
      at = end
    } else if (code === comma) count += 1
    else if (code === colon) {
      const before = open.at(-1)
      const fault = before && keys?.(keyOf(text.slice(start + 1, end)), before)
      if (fault !== undefined) return fault
    } else if ((code & ~braces) === openingList) {
      count += 1
      open.push(keys !== undefined && code === openingObject ? new Set() : undefined)
      if (open.length > depth) return { reason: 'depth' }
    } else if ((code & ~braces) === closingList) open.pop()
    if (count > values) return { reason: 'values' }
  }
  return undefined
}

/** Why a JSON text is too much to be parsed. */
export const sizeFault = (text: string, bounds: JsonBounds): JsonFault | undefined => scan(text, bounds)

/**
 * Why a JSON text is too much to be parsed, or is not clear: an object writes a key twice, of which readers believe one or
 * the other, or a key that could become an object's prototype where it is copied.
 */
export const jsonFault = (text: string, bounds: JsonBounds): JsonFault | undefined =>
  scan(text, bounds, (key, before) => {
    if (key === '__proto__') return { reason: 'prototype', key }
    if (before.has(key)) return { reason: 'repeated', key }
    before.add(key)
    return undefined
  })
