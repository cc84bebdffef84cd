import { ClearSigningError } from '../model/descriptor.ts'
import { elementOf, type TypeNode } from '../model/typeNode.ts'

/** A value of a call or a message with its type. */
export type Place = { readonly node: TypeNode; readonly value: unknown }

const isStruct = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function step(places: readonly Place[], segment: string, path: string): readonly Place[] {
  return places.flatMap(({ node, value }): readonly Place[] => {
    const index = /^\[(\d*)\]$/.exec(segment)
    if (index === null) {
      const member = node.components?.find(({ name }) => name === segment)
      if (member === undefined || node.type !== 'tuple' || !isStruct(value) || !Object.hasOwn(value, segment))
        throw new ClearSigningError(`There is nothing at "${path}".`)
      return [{ node: member, value: value[segment] }]
    }
    const element = elementOf(node)
    if (element === undefined || !Array.isArray(value))
      throw new ClearSigningError(`"${path}" goes through something that is not an array.`)
    const elements = index[1] === '' ? value : value.slice(Number(index[1]), Number(index[1]) + 1)
    return elements.map((one: unknown) => ({ node: element, value: one }))
  })
}

/**
 * Returns the values at a path; several where it goes through arrays.
 * @throws {ClearSigningError} for a path that the types do not have.
 */
export const locate = (from: Place, path: string): readonly Place[] =>
  path.split('.').reduce<readonly Place[]>((places, segment) => step(places, segment, path), [from])
