import { ClearSigningError, type Field, type Group } from '../model/descriptor.ts'
import { elementOf, type TypeNode } from '../model/typeNode.ts'
import { groupLabels, words } from './words.ts'

/** Returns `tree.[].[]` for a `tuple[2][2]`: every element of every dimension. */
const everyElement = (path: string, node: TypeNode): string => {
  const element = elementOf(node)
  return element === undefined ? path : everyElement(`${path}.[]`, element)
}

/**
 * Returns the lines of a struct or of a function's parameters, in the order of Seaport's tables.
 *
 * @param array the array of structs that the nodes are in, by its field's name.
 * @param prefix path from there.
 * @throws {ClearSigningError} for a field without a word: one that was added to the tables later.
 */
export const fieldsOf = (nodes: readonly TypeNode[], array = '', prefix = ''): readonly (Field | Group)[] =>
  nodes.flatMap((node): readonly (Field | Group)[] => {
    const path = `${prefix}${node.name}`
    const key = array === '' ? node.name : `${array}.${node.name}`
    const word = words[key]
    if (word === undefined && node.components !== undefined) {
      if (!node.type.endsWith(']')) return fieldsOf(node.components, array, `${path}.`)
      const inOrder = node.name in groupsOfItems ? node.name : ''
      return [
        {
          path: everyElement(path, node),
          label: groupLabels[node.name],
          fields: fieldsOf(node.components, inOrder),
        },
      ]
    }
    if (word === undefined) throw new ClearSigningError(`No word says what "${key}" is.`)
    const tokenPath = word.params?.tokenPath
    return [
      {
        path,
        $ref: `$.display.definitions.${definitionOf(key)}`,
        ...(tokenPath === undefined || prefix === ''
          ? {}
          : { params: { tokenPath: `${prefix}${tokenPath}` } }),
      },
    ]
  })

/** Arrays whose fields have words of their own; those of an array of orders are the words of one order. */
const groupsOfItems: Readonly<Record<string, true>> = {
  offer: true,
  consideration: true,
  additionalRecipients: true,
  criteriaResolvers: true,
}

/** Returns the name of a word among the definitions of a descriptor. */
export const definitionOf = (key: string): string => key.replace('.', '_')

/** Returns the definitions that lines refer to. */
export const namesIn = (fields: readonly (Field | Group)[]): readonly string[] =>
  fields.flatMap((one) => ('fields' in one ? namesIn(one.fields) : [one.$ref?.split('.').at(-1) ?? '']))
