import { ParseError, parse } from '@sluice/wire'
import type { Context } from 'hono'
import type * as v from 'valibot'

/** Deeper than anything that the wire's bodies hold. */
const maxDepth = 16
const what = 'The request'

/** Depth of nesting of a JSON text, without building it. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const char = text[index]
    if (quoted) {
      if (char === '\\') index += 1
      else if (char === '"') quoted = false
    } else if (char === '"') quoted = true
    else if (char === '{' || char === '[') deepest = Math.max(deepest, (depth += 1))
    else if (char === '}' || char === ']') depth -= 1
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
