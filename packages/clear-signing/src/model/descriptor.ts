import * as v from 'valibot'

/** When a field is shown: always, never, or unless its value is one of those listed. */
const visibility = v.union([
  v.picklist(['always', 'never']),
  v.strictObject({ ifNotIn: v.pipe(v.array(v.string()), v.readonly()) }),
])
const path = v.pipe(v.string(), v.regex(/^(?:[#@]\.)?(?:\w+|\[\d*\])(?:\.(?:\w+|\[\d*\]))*$/))
const addresses = v.pipe(v.array(v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))), v.readonly())
const params = v.strictObject({
  $ref: v.optional(v.string()),
  tokenPath: v.optional(path),
  nativeCurrencyAddress: v.optional(addresses),
  senderAddress: v.optional(addresses),
  encoding: v.optional(v.literal('timestamp')),
})
const definition = {
  label: v.optional(v.string()),
  format: v.optional(v.picklist(['raw', 'addressName', 'amount', 'tokenAmount', 'date', 'enum'])),
  params: v.optional(params),
  visible: v.optional(visibility),
}
const field = v.strictObject({ path, $ref: v.optional(v.string()), ...definition })

/** One line of a text: which value, its label, and how it is written. */
export type Field = v.InferOutput<typeof field>
/** Lines that are repeated for each element of an array. Paths of its fields start at the element. */
export type Group = {
  readonly path: string
  readonly label?: string | undefined
  readonly fields: readonly (Field | Group)[]
}

const group: v.GenericSchema<unknown, Group> = v.strictObject({
  path,
  label: v.optional(v.string()),
  fields: v.array(v.lazy(() => v.union([field, group]))),
})
const deployments = v.array(
  v.strictObject({ chainId: v.number(), address: v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/)) }),
)
const format = v.strictObject({ intent: v.string(), fields: v.array(v.union([field, group])) })
const descriptor = v.strictObject({
  $schema: v.optional(v.string()),
  $comment: v.optional(v.string()),
  includes: v.optional(v.string()),
  context: v.optional(
    v.strictObject({
      $id: v.optional(v.string()),
      contract: v.optional(v.strictObject({ deployments })),
      eip712: v.optional(
        v.strictObject({ domain: v.strictObject({ name: v.string(), version: v.string() }), deployments }),
      ),
    }),
  ),
  metadata: v.optional(
    v.strictObject({
      owner: v.optional(v.string()),
      contractName: v.optional(v.string()),
      info: v.optional(v.strictObject({ url: v.string() })),
      enums: v.optional(v.record(v.string(), v.record(v.string(), v.string()))),
    }),
  ),
  display: v.optional(
    v.strictObject({
      definitions: v.optional(v.record(v.string(), v.strictObject(definition))),
      formats: v.record(v.string(), format),
    }),
  ),
})

/** How one function call or one typed message is shown. */
export type Format = v.InferOutput<typeof format>
/** A definition of a line that several formats share. */
export type Definition = Omit<Field, 'path' | '$ref'>
/** A file of ERC-7730, version 2: the part of the format that the descriptors here use. */
export type Descriptor = v.InferOutput<typeof descriptor>

/** A descriptor, or what is to be rendered, that cannot be read. */
export class ClearSigningError extends Error {
  override readonly name = 'ClearSigningError'
}

/**
 * Reads a descriptor. Parts of ERC-7730 that the renderer does not know are refused, and never skipped.
 * @throws {ClearSigningError} with the place of the first unknown part.
 */
export function parseDescriptor(json: unknown): Descriptor {
  const read = v.safeParse(descriptor, json)
  if (read.success) return read.output
  const [issue] = read.issues
  throw new ClearSigningError(
    `The descriptor is not readable at ${v.getDotPath(issue) ?? 'its root'}: ${issue.message}`,
  )
}

/** Returns a descriptor with the one that it includes: its own keys count where both have one. */
export function withIncluded(own: Descriptor, included: Descriptor): Descriptor {
  const { includes: _, ...rest } = own
  return {
    ...included,
    ...rest,
    metadata: { ...included.metadata, ...own.metadata },
    display: {
      definitions: { ...included.display?.definitions, ...own.display?.definitions },
      formats: { ...included.display?.formats, ...own.display?.formats },
    },
  }
}
