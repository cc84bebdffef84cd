import { type AbiFunction, decodeFunctionData, type Hex, parseAbiItem, toFunctionSelector } from 'viem'
import {
  ClearSigningError,
  type Definition,
  type Descriptor,
  type Field,
  type Format,
  type Group,
} from '../model/descriptor.ts'
import { encodeType, type MessageTypes, nodesOf, type TypeNode } from '../model/typeNode.ts'
import { locate, type Place } from './locate.ts'
import { isVisible, type Names, writeValue } from './writeValue.ts'

/** A line of a text. */
export type Line = { readonly label: string; readonly value: string }
/** What a wallet shows of a call or a message, in the form of the registry's test vectors. */
export type Text = { readonly intent: string; readonly owner: string; readonly fields: readonly Line[] }
/** A call that a wallet is asked for. `value` is in wei. */
export type SignedCall = {
  readonly chainId: number
  readonly to: string
  readonly data: Hex
  readonly value: bigint
}
/** A message that a wallet is asked for (EIP-712); whole numbers as bigint, number or digits. */
export type SignedMessage = {
  readonly domain: {
    readonly name?: string | undefined
    readonly version?: string | undefined
    readonly chainId?: number | bigint | undefined
    readonly verifyingContract?: string | undefined
  }
  readonly types: MessageTypes
  readonly primaryType: string
  readonly message: Readonly<Record<string, unknown>>
}

const isWithin = (path: string, root: '#' | '@'): boolean => path.startsWith(`${root}.`)

/** Returns the lines of fields, in their order. */
function linesOf(
  fields: readonly (Field | Group)[],
  here: Place,
  roots: { readonly data: Place; readonly container: Place },
  descriptor: Descriptor,
  names: Names,
): readonly Line[] {
  const { definitions = {} } = descriptor.display ?? {}
  const enums = descriptor.metadata?.enums ?? {}
  const placesAt = (path: string): readonly Place[] => {
    if (isWithin(path, '#')) return locate(roots.data, path.slice(2))
    return isWithin(path, '@') ? locate(roots.container, path.slice(2)) : locate(here, path)
  }
  const at = (path: string): Place => {
    const [place, ...others] = placesAt(path)
    if (place === undefined || others.length > 0) throw new ClearSigningError(`"${path}" is not one value.`)
    return place
  }
  return fields.flatMap((one): readonly Line[] => {
    if ('fields' in one)
      return placesAt(one.path).flatMap((place) => linesOf(one.fields, place, roots, descriptor, names))
    const name = /^\$\.display\.definitions\.(\w+)$/.exec(one.$ref ?? '')?.[1]
    const shared: Definition | undefined = name === undefined ? {} : definitions[name]
    if (shared === undefined) throw new ClearSigningError(`There is no definition "${name}".`)
    const definition = { ...shared, ...one, params: { ...shared.params, ...one.params } }
    if (definition.visible === 'never') return []
    const { label } = definition
    if (label === undefined) throw new ClearSigningError(`The line of "${one.path}" has no label.`)
    const place = at(one.path)
    return isVisible(place, definition)
      ? [{ label, value: writeValue(place, definition, { names, enums, at }) }]
      : []
  })
}

const isDeployedAt = (
  deployments: readonly { readonly chainId: number; readonly address: string }[],
  chainId: number,
  address: string,
): boolean =>
  deployments.some((one) => one.chainId === chainId && one.address.toLowerCase() === address.toLowerCase())

const textOf = (
  { intent, fields }: Format,
  data: Place,
  { to, value, chainId }: { readonly to: string; readonly value: bigint; readonly chainId: number },
  descriptor: Descriptor,
  names: Names,
): Text => {
  const container: Place = {
    node: {
      name: '@',
      type: 'tuple',
      components: [
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'chainId', type: 'uint256' },
      ],
    },
    value: { to, value, chainId },
  }
  return {
    intent,
    owner: descriptor.metadata?.owner ?? '',
    fields: linesOf(fields, data, { data, container }, descriptor, names),
  }
}

/** Shows calls and messages as the wallets do that have a descriptor. */
export type Renderer = {
  /**
   * Returns the text of a call.
   * @throws {ClearSigningError} if the descriptor is not for this contract, chain or function.
   */
  readonly call: (call: SignedCall, names: Names) => Text
  /**
   * Returns the text of a message to sign.
   * @throws {ClearSigningError} if the descriptor is not for this domain or these types.
   */
  readonly message: (signed: SignedMessage, names: Names) => Text
}

/** The functions of a descriptor by their selectors. */
function functionsOf(formats: Readonly<Record<string, Format>>) {
  const functions = new Map<string, { readonly item: AbiFunction; readonly format: Format }>()
  for (const [key, format] of Object.entries(formats)) {
    const item = parseAbiItem(`function ${key}` as 'function f(uint256 a)') as AbiFunction
    const selector = toFunctionSelector(item)
    if (functions.has(selector)) throw new ClearSigningError(`Two formats are for ${selector}.`)
    functions.set(selector, { item, format })
  }
  return functions
}

/**
 * Returns the renderer of a descriptor.
 *
 * @param descriptor with what it includes, see {@link withIncluded}.
 * @throws {ClearSigningError} if it has a format that cannot be read.
 *
 * @example
 * ```ts
 * const { call } = createRenderer(descriptor)
 * const { intent, fields } = call({ chainId: 1, to, data, value: 0n }, names)
 * ```
 */
export function createRenderer(descriptor: Descriptor): Renderer {
  const { contract, eip712 } = descriptor.context ?? {}
  const formats = descriptor.display?.formats ?? {}
  const functions = contract === undefined ? new Map<string, never>() : functionsOf(formats)
  return {
    call(call, names) {
      const { chainId, to, data } = call
      if (contract === undefined || !isDeployedAt(contract.deployments, chainId, to))
        throw new ClearSigningError(`The descriptor is not for ${to} on chain ${chainId}.`)
      const selector = data.slice(0, 10)
      const known = functions.get(selector)
      if (known === undefined)
        throw new ClearSigningError(`The descriptor does not know the function ${selector}.`)
      const { item, format } = known
      const { args = [] } = decodeFunctionData({ abi: [item], data })
      const components = item.inputs as readonly TypeNode[]
      const value = Object.fromEntries(components.map(({ name }, index) => [name, args[index]]))
      return textOf(
        format,
        { node: { name: item.name, type: 'tuple', components }, value },
        call,
        descriptor,
        names,
      )
    },
    message({ domain, types, primaryType, message }, names) {
      const chainId = Number(domain.chainId)
      const to = domain.verifyingContract ?? ''
      const isBound =
        eip712 !== undefined &&
        eip712.domain.name === domain.name &&
        eip712.domain.version === domain.version &&
        isDeployedAt(eip712.deployments, chainId, to)
      if (!isBound) throw new ClearSigningError('The descriptor is not for this domain.')
      const format = formats[encodeType(types, primaryType)]
      if (format === undefined)
        throw new ClearSigningError(`The descriptor does not know this "${primaryType}".`)
      const node: TypeNode = { name: primaryType, type: 'tuple', components: nodesOf(types, primaryType) }
      return textOf(format, { node, value: message }, { to, value: 0n, chainId }, descriptor, names)
    },
  }
}
