import { parse } from '@sluice/wire'
import * as v from 'valibot'
import { mapInTurns, maxAtOnce } from '../mapInTurns.ts'

const what = 'The request'

type Entries = Readonly<Record<string, v.GenericSchema>>
/** The schema of a list, and the checks of its length. */
type ListSchema = v.GenericSchema & {
  readonly item: v.GenericSchema
  readonly pipe: readonly [v.GenericSchema, ...v.PipeItem<unknown[], unknown[], v.BaseIssue<unknown>>[]]
}

const isObject = (schema: v.GenericSchema): schema is v.GenericSchema & { readonly entries: Entries } =>
  schema.type === 'object' && 'entries' in schema
const isList = (schema: v.GenericSchema): schema is ListSchema =>
  schema.type === 'array' && 'item' in schema && 'pipe' in schema

/** The field of a body that holds a long list. */
function longListIn(entries: Entries, body: object) {
  for (const [key, list] of Object.entries(entries)) {
    const value: unknown = Object.hasOwn(body, key) ? body[key as keyof typeof body] : undefined
    if (isList(list) && Array.isArray(value) && value.length > maxAtOnce)
      return { key, list, value: value as readonly unknown[] }
  }
  return undefined
}

/**
 * Parses a body as `schema` says. The entries of a long list are parsed a few at a time: a thousand orders take tens of
 * milliseconds, in which no other request would be answered.
 * @throws {ParseError} that names the first bad field.
 */
export async function parseBody(schema: v.GenericSchema, body: unknown): Promise<unknown> {
  const long =
    isObject(schema) && typeof body === 'object' && body !== null
      ? longListIn(schema.entries, body)
      : undefined
  if (!isObject(schema) || long === undefined) return parse(schema, body, what)
  const { key, list, value } = long
  const [, ...checks] = list.pipe
  const around = v.object({ ...schema.entries, [key]: v.pipe(v.array(v.unknown()), ...checks) })
  const rest = parse(around, body, what)
  return {
    ...rest,
    [key]: await mapInTurns(value, (one, index) => parse(list.item, one, what, [key, index])),
  }
}
