import { toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'

export type Json = Readonly<Record<string, unknown>>

/** What is sent, as JSON Schema; what only code can check (a sum, a range of bigints) is not in it. */
export function jsonSchemaOf(schema: v.GenericSchema<unknown, unknown>): Json {
  const { $schema: _, ...json } = toJsonSchema(schema, { typeMode: 'input', errorMode: 'ignore' })
  return json
}
