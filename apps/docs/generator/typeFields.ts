import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type Comment,
  type Function as FunctionNode,
  type Program,
  parseSync,
  type TSSignature,
  type TSType,
} from 'oxc-parser'
import { functionIn, ourEntry, root, unstarred } from './exportsOf.ts'

/** One field of an object type, as the reference shows it. */
export type Field = {
  readonly name: string
  /** As written in the source, on one line. */
  readonly type: string
  readonly optional: boolean
  /** The comment before it. */
  readonly about: string
}

type Declaration = {
  readonly name: string
  readonly node: TSType | TSInterface
  readonly generics: readonly string[]
}
type TSInterface = Extract<Program['body'][number], { type: 'TSInterfaceDeclaration' }>
type Source = {
  readonly file: string
  readonly text: string
  readonly comments: readonly Comment[]
  readonly types: ReadonlyMap<string, Declaration>
  readonly functions: ReadonlyMap<string, FunctionLike>
  /** Where an imported or re-exported name comes from. */
  readonly origins: ReadonlyMap<string, { readonly file: string; readonly name: string }>
}
type FunctionLike = Pick<FunctionNode, 'params' | 'returnType'>

/** A type where it is written: the file whose names it uses, and what its type parameters are. */
export type PlacedType = {
  readonly node: TSType | TSInterface
  readonly source: Source
  readonly generics: ReadonlyMap<string, PlacedType>
}

/** The file that an import names; `undefined` for a library. */
const fileOf = (specifier: string, from: string): string | undefined => {
  if (specifier.startsWith('.')) return join(dirname(from), specifier)
  const entry = ourEntry(specifier)
  return entry === undefined ? undefined : join(root, entry)
}

/** Reads the types and functions that a file declares, and where the names come from that it imports. */
function readSource(file: string): Source {
  const text = readFileSync(file, 'utf8')
  const { program, comments } = parseSync(file, text)
  const types = new Map<string, Declaration>()
  const functions = new Map<string, FunctionLike>()
  const origins = new Map<string, { file: string; name: string }>()
  for (const statement of program.body) {
    const inner =
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement
    switch (inner.type) {
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration': {
        const generics = inner.typeParameters?.params.map(({ name }) => name.name) ?? []
        const node = inner.type === 'TSInterfaceDeclaration' ? inner : inner.typeAnnotation
        types.set(inner.id.name, { name: inner.id.name, node, generics })
        break
      }
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
        if (inner.id !== null && !functions.has(inner.id.name)) functions.set(inner.id.name, inner)
        break
      case 'VariableDeclaration':
        for (const { id, init } of inner.declarations)
          if (id.type === 'Identifier') {
            const found = functionIn(init)
            if (found !== undefined) functions.set(id.name, found)
          }
        break
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration': {
        const from = inner.source === null ? undefined : fileOf(inner.source.value, file)
        if (from === undefined) break
        for (const specifier of inner.specifiers) {
          if (specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier')
            origins.set(specifier.local.name, { file: from, name: specifier.imported.name })
          if (
            specifier.type === 'ExportSpecifier' &&
            specifier.local.type === 'Identifier' &&
            specifier.exported.type === 'Identifier'
          )
            origins.set(specifier.exported.name, { file: from, name: specifier.local.name })
        }
      }
    }
  }
  return { file, text, comments, types, functions, origins }
}

/** Reads each file once. */
export function typeReader() {
  const sources = new Map<string, Source>()

  function sourceOf(file: string): Source {
    const source = sources.get(file) ?? readSource(file)
    sources.set(file, source)
    return source
  }

  /** Where a type is declared that a file names; `undefined` for one of a library. */
  function typeNamed(name: string, file: string, given: readonly PlacedType[] = []): PlacedType | undefined {
    const source = sourceOf(file)
    const found = source.types.get(name)
    if (found !== undefined) {
      const generics = new Map(
        found.generics.flatMap((parameter, index) => {
          const value = given[index]
          return value === undefined ? [] : [[parameter, value] as const]
        }),
      )
      return { node: found.node, source, generics }
    }
    const origin = source.origins.get(name)
    return origin === undefined ? undefined : typeNamed(origin.name, origin.file, given)
  }

  const within = (node: TSType | TSInterface, { source, generics }: PlacedType): PlacedType => ({
    node,
    source,
    generics,
  })

  /** The type that a reference names, with its arguments put in. */
  function resolved(place: PlacedType): PlacedType | undefined {
    const { node, source, generics } = place
    if (node.type !== 'TSTypeReference' || node.typeName.type !== 'Identifier') return undefined
    const own = generics.get(node.typeName.name)
    if (own !== undefined) return own
    const given = node.typeArguments?.params.map((one) => within(one, place)) ?? []
    return typeNamed(node.typeName.name, source.file, given)
  }

  /** The names in a union of string literals, or in `keyof` a type. */
  function namesIn(place: PlacedType): readonly string[] {
    const { node } = place
    if (node.type === 'TSUnionType') return node.types.flatMap((one) => namesIn(within(one, place)))
    if (node.type === 'TSLiteralType' && node.literal.type === 'Literal') return [String(node.literal.value)]
    if (node.type === 'TSTypeOperator')
      return (fieldsOf(within(node.typeAnnotation, place)) ?? []).map(({ name }) => name)
    const target = resolved(place)
    return target === undefined ? [] : namesIn(target)
  }

  /** The fields of an object type; `undefined` for anything else. A field of a later part of an intersection wins. */
  function fieldsOf(place: PlacedType): readonly Field[] | undefined {
    const { node, source } = place
    switch (node.type) {
      case 'TSTypeLiteral':
        return node.members.flatMap((member) => fieldOf(member, source))
      case 'TSInterfaceDeclaration': {
        const inherited = node.extends.flatMap(({ expression, typeArguments }) => {
          if (expression.type !== 'Identifier') return []
          const given = typeArguments?.params.map((one) => within(one, place)) ?? []
          const parent = parentOf(expression.name, given, place)
          return parent ?? []
        })
        return merged([...inherited, ...node.body.body.flatMap((member) => fieldOf(member, source))])
      }
      case 'TSParenthesizedType':
        return fieldsOf(within(node.typeAnnotation, place))
      case 'TSIntersectionType': {
        // What a library adds, such as the attributes of a button, has no place in our tables.
        const parts = node.types.flatMap((one) => {
          const part = fieldsOf(within(one, place))
          return part === undefined ? [] : [part]
        })
        return parts.length === 0 ? undefined : merged(parts.flat())
      }
      case 'TSTypeReference': {
        if (node.typeName.type !== 'Identifier') return undefined
        return parentOf(
          node.typeName.name,
          node.typeArguments?.params.map((one) => within(one, place)) ?? [],
          place,
        )
      }
      default:
        return undefined
    }
  }

  /** The fields of a named type: TypeScript's own `Omit`, `Pick`, `Partial` and `Readonly`, or a type of our packages. */
  function parentOf(
    name: string,
    given: readonly PlacedType[],
    at: PlacedType,
  ): readonly Field[] | undefined {
    const own = at.generics.get(name)
    if (own !== undefined) return fieldsOf(own)
    const [first, second] = given
    if (first !== undefined && ['Omit', 'Pick', 'Partial', 'Readonly'].includes(name)) {
      const fields = fieldsOf(first)
      const names = second === undefined ? [] : namesIn(second)
      if (name === 'Omit') return fields?.filter((field) => !names.includes(field.name))
      if (name === 'Pick') return fields?.filter((field) => names.includes(field.name))
      if (name === 'Partial') return fields?.map((field) => ({ ...field, optional: true }))
      return fields
    }
    const target = typeNamed(name, at.source.file, given)
    return target === undefined ? undefined : fieldsOf(target)
  }

  /** The members of a union, those of unions in it included. */
  function variantsOf(place: PlacedType): readonly PlacedType[] {
    const { node } = place
    if (node.type === 'TSUnionType') return node.types.flatMap((one) => variantsOf(within(one, place)))
    if (node.type === 'TSParenthesizedType') return variantsOf(within(node.typeAnnotation, place))
    const target = resolved(place)
    return target !== undefined && target.node.type === 'TSUnionType' ? variantsOf(target) : [place]
  }

  return {
    typeNamed,
    fieldsOf,
    variantsOf,
    /** The type of a field of an object type that is written out. */
    memberOf(place: PlacedType, name: string): PlacedType | undefined {
      if (place.node.type !== 'TSTypeLiteral') return undefined
      const found = place.node.members.find(
        (member) =>
          member.type === 'TSPropertySignature' &&
          member.key.type === 'Identifier' &&
          member.key.name === name,
      )
      if (found?.type !== 'TSPropertySignature' || found.typeAnnotation == null) return undefined
      return within(found.typeAnnotation.typeAnnotation, place)
    },
    functionNamed(
      name: string,
      file: string,
    ): { readonly node: FunctionLike; readonly source: Source } | undefined {
      const source = sourceOf(file)
      const node = source.functions.get(name)
      return node === undefined ? undefined : { node, source }
    },
    placed: (node: TSType, source: Source): PlacedType => ({ node, source, generics: new Map() }),
  }
}

const merged = (fields: readonly Field[]): readonly Field[] => [
  ...new Map(fields.map((field) => [field.name, field])).values(),
]

/** Text of the source on one line. */
export const oneLine = (text: string): string =>
  text
    .replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .replace(/([({[]) /g, '$1')
    .replace(/^\| /, '')
    .trim()

function fieldOf(member: TSSignature, { text, comments }: Source): readonly Field[] {
  if (member.type !== 'TSPropertySignature' && member.type !== 'TSMethodSignature') return []
  const { key } = member
  const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
  if (name === undefined) return []
  const comment = comments.findLast(
    ({ end, type }) =>
      type === 'Block' &&
      end <= member.start &&
      // A note to a linter may stand between the comment and the field.
      /^\s*(?:\/\/.*\s*)?$/.test(text.slice(end, member.start)),
  )
  const written =
    member.type === 'TSPropertySignature'
      ? oneLine(text.slice(member.typeAnnotation?.typeAnnotation.start ?? 0, member.typeAnnotation?.end ?? 0))
      : oneLine(text.slice(key.end, member.end))
  const type = written.replace(/ \| undefined$/, '').replace(/^readonly /, '')
  const optional = member.optional || written !== written.replace(/ \| undefined$/, '')
  return [{ name, type, optional, about: comment === undefined ? '' : unstarred(comment.value) }]
}
