import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import {
  type ArrowFunctionExpression,
  type Expression,
  type Function as FunctionNode,
  type Program,
  parseSync,
} from 'oxc-parser'

/** One exported name of a package, as its source has it. */
export type Exported = {
  readonly name: string
  readonly kind: 'function' | 'type' | 'value'
  /** The comment before it, without its stars. */
  readonly about: string
  /** Its declaration; of a function without the body. */
  readonly code: string
  /** From the root of the repository. */
  readonly file: string
}

export const root = join(import.meta.dirname, '../../..')

type Declaration = {
  readonly name: string
  readonly kind: Exported['kind']
  readonly start: number
  readonly end: number
  readonly bodyStart?: number | undefined
}
type Parsed = {
  readonly text: string
  readonly statements: Program['body']
  readonly declarations: readonly Declaration[]
  readonly comments: readonly { readonly end: number; readonly value: string }[]
}

type Read = (file: string) => Parsed
/** Reads each file once. */
function reader(): Read {
  const files = new Map<string, Parsed>()
  return (file) => {
    const known = files.get(file) ?? parsed(file)
    files.set(file, known)
    return known
  }
}

/** The function that a constant is: as it is, or as `forwardRef` of React takes it. */
export function functionIn(init: Expression | null): ArrowFunctionExpression | FunctionNode | undefined {
  if (init?.type === 'ArrowFunctionExpression') return init
  const isForwarded =
    init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === 'forwardRef'
  const [inner] = isForwarded ? init.arguments : []
  return inner?.type === 'FunctionExpression' ? inner : undefined
}

/** Whether an export is a React component. */
export const isComponent = ({ kind, name }: Pick<Exported, 'kind' | 'name'>): boolean =>
  kind === 'function' && /^[A-Z]/.test(name)

/** The declarations at the top of a file. Offsets are those of the text. */
function parsed(file: string): Parsed {
  const text = readFileSync(file, 'utf8')
  const { program, comments, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`)
  const declarations = program.body.flatMap((statement): Declaration[] => {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (inner === null) return []
    const { start, end } = statement
    switch (inner.type) {
      case 'FunctionDeclaration':
      case 'TSDeclareFunction':
        return inner.id === null
          ? []
          : [{ name: inner.id.name, kind: 'function', start, end, bodyStart: inner.body?.start }]
      case 'TSTypeAliasDeclaration':
      case 'TSInterfaceDeclaration':
        return [{ name: inner.id.name, kind: 'type', start, end }]
      case 'ClassDeclaration':
        return inner.id === null ? [] : [{ name: inner.id.name, kind: 'value', start, end }]
      case 'VariableDeclaration':
        return inner.declarations.flatMap(({ id, init }) => {
          if (id.type !== 'Identifier') return []
          const found = functionIn(init)
          const kind = found === undefined ? ('value' as const) : ('function' as const)
          return [{ name: id.name, kind, start, end, bodyStart: found?.body?.start }]
        })
      default:
        return []
    }
  })
  const ends = comments.map(({ end, value }) => ({ end, value }))
  return { text, statements: program.body, declarations, comments: ends }
}

/** A doc comment without its stars. */
export const unstarred = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.replace(/^\s*\*\s?/, '').trimEnd())
    .join('\n')
    .trim()

const codeOf = ({ text }: Parsed, { start, end, bodyStart }: Declaration): string =>
  text
    .slice(start, bodyStart ?? end)
    .replace(/\s*=>\s*$/, '')
    .replace(/[\s({]+$/, '')

/** One of our packages, as an import names it. */
const ours = /^@sluice\/(\w+)$/

/** The source of an entry of one of our packages, from the root: `@sluice/core/guards` is `packages/core/src/guards.ts`. */
export function ourEntry(specifier: string): string | undefined {
  const [, name, entry = 'index'] = /^@sluice\/(\w+)(?:\/([\w-]+))?$/.exec(specifier) ?? []
  if (name === undefined) return undefined
  return [`packages/${name}/src/${entry}.ts`, `packages/${name}/src/${entry}/index.ts`].find((file) =>
    existsSync(join(root, file)),
  )
}

/** Returns a re-exported name as the file that declares it does. */
function passedOn(name: string, file: string, read: Read): Exported {
  for (const statement of read(file).statements) {
    if (statement.type !== 'ImportDeclaration') continue
    const { value } = statement.source
    if (!statement.specifiers.some(({ local }) => local.name === name)) continue
    if (value.startsWith('.')) return describe(name, join(dirname(file), value), read)
    const from = ours.exec(value)?.[1]
    if (from === undefined) continue
    const found = exportsOf(`packages/${from}/src/index.ts`, read).find((one) => one.name === name)
    if (found !== undefined) return found
  }
  throw new Error(`${file} declares no ${name}.`)
}

function describe(name: string, file: string, read: Read): Exported {
  const source = read(file)
  const found = source.declarations.find((one) => one.name === name)
  if (found === undefined) return passedOn(name, file, read)
  const comment = source.comments.findLast(
    ({ end }) => end <= found.start && source.text.slice(end, found.start).trim() === '',
  )
  return {
    name,
    kind: found.kind,
    about: comment === undefined ? '' : unstarred(comment.value),
    code: codeOf(source, found),
    file: relative(root, file),
  }
}

/** Returns every name that an index file exports, with its source. `entry` is a path from the root. */
export function exportsOf(entry: string, read: Read = reader()): readonly Exported[] {
  const path = join(root, entry)
  const { statements, declarations } = read(path)
  return statements.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration') return []
    if (statement.source === null) {
      const own = declarations.filter(({ start }) => start === statement.start)
      return own.map(({ name }) => describe(name, path, read))
    }
    const { value } = statement.source
    const [, passed] = ours.exec(value) ?? []
    if (passed !== undefined) {
      const there = exportsOf(`packages/${passed}/src/index.ts`, read)
      return statement.specifiers.flatMap(({ local }) =>
        there.filter(({ name }) => local.type === 'Identifier' && name === local.name),
      )
    }
    if (!value.startsWith('.')) return []
    const file = join(dirname(path), value)
    return statement.specifiers.flatMap(({ local }) =>
      local.type === 'Identifier' ? [describe(local.name, file, read)] : [],
    )
  })
}
