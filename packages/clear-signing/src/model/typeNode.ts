import type { AbiFunction, AbiParameter } from 'viem'

/** A value's place in the types of a call or a message; `type` is as in an ABI, e.g. `uint256` or `tuple[2][]`. */
export type TypeNode = {
  readonly name: string
  readonly type: string
  readonly components?: readonly TypeNode[]
}
/** The structs of a typed message (EIP-712). */
export type MessageTypes = Readonly<
  Record<string, readonly { readonly name: string; readonly type: string }[]>
>

const arraySuffix = /(?:\[\d*\])*$/
/** Returns a type without its brackets, and the brackets. */
const takenApart = (type: string): readonly [base: string, brackets: string] => {
  const brackets = arraySuffix.exec(type)?.[0] ?? ''
  return [type.slice(0, type.length - brackets.length), brackets]
}

/** Returns the type of one element of an array, or `undefined` for what is not one. */
export const elementOf = (node: TypeNode): TypeNode | undefined =>
  node.type.endsWith(']') ? { ...node, type: node.type.slice(0, node.type.lastIndexOf('[')) } : undefined

/** Returns the structs that a message is made of, itself first and the others by name, as EIP-712 orders them. */
function structsOf(types: MessageTypes, primaryType: string): readonly string[] {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const { type } of types[name] ?? []) {
      const [base] = takenApart(type)
      if (types[base] !== undefined) visit(base)
    }
  }
  visit(primaryType)
  found.delete(primaryType)
  return [primaryType, ...[...found].sort()]
}

/**
 * Returns the type of a message as EIP-712 encodes it: the key of its format in a descriptor.
 * @example encodeType({ Mail: [{ name: 'to', type: 'address' }] }, 'Mail') // 'Mail(address to)'
 */
export const encodeType = (types: MessageTypes, primaryType: string): string =>
  structsOf(types, primaryType)
    .map((name) => `${name}(${(types[name] ?? []).map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('')

/** Returns the fields of a struct of a message, structs within it resolved. */
export const nodesOf = (types: MessageTypes, struct: string): readonly TypeNode[] =>
  (types[struct] ?? []).map(({ name, type }) => {
    const [base, brackets] = takenApart(type)
    return types[base] === undefined
      ? { name, type }
      : { name, type: `tuple${brackets}`, components: nodesOf(types, base) }
  })

const componentsOf = (node: AbiParameter | TypeNode): readonly TypeNode[] | undefined =>
  'components' in node ? (node.components as readonly TypeNode[]) : undefined

const fragmentOf = (node: AbiParameter | TypeNode): string => {
  const components = componentsOf(node)
  const type =
    components === undefined
      ? node.type
      : `(${components.map(fragmentOf).join(',')})${takenApart(node.type)[1]}`
  return `${type} ${node.name}`
}

/**
 * Returns a function with the names of its parameters: the key of its format in a descriptor.
 * @example functionKey(parseAbiItem('function f(uint256 a)')) // 'f(uint256 a)'
 */
export const functionKey = ({ name, inputs }: AbiFunction): string =>
  `${name}(${inputs.map(fragmentOf).join(',')})`
