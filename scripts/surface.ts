import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { published } from './build.ts'
import { ensureBuilt, nameIn } from './packs.ts'

/**
 * The public surface of each package: every exported name of every entry with its declaration from the built types.
 * `npm run surface` writes it to `packages/<name>/surface.txt`, for reviews.
 */
const root = resolve(import.meta.dirname, '..')

type Manifest = { name: string; exports: Record<string, Record<string, string>> }

const declaration =
  /^(?:export )?(?:declare )?(?:abstract )?(?:function|const|class|type|interface|enum)\s+([A-Za-z_$][\w$]*)/
const listing = /^export (?:type )?\{([\s\S]*?)\}(?: from ['"]([^'"]+)['"])?;/gm
const star = /^export \* (?:as ([\w$]+) )?from ['"]([^'"]+)['"];/gm
const imported = /^import (?:type )?\{([\s\S]*?)\} from ['"]([^'"]+)['"];/gm

const bare = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\/\/.*$/gm, '')

/** The top-level statements of a declaration file by the name they declare; overloads together. */
function declarationsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const statement of bare(text).split(/^(?=\S)(?![})\]])/m)) {
    const name = declaration.exec(statement)?.[1]
    if (name === undefined) continue
    const told = statement
      .replace(/^export /, '')
      .replace(/\s+/g, ' ')
      .trim()
    found.set(name, found.has(name) ? `${found.get(name)}\n${told}` : told)
  }
  return found
}

type Listed = { readonly inner: string; readonly outer: string }
const namesIn = (clause: string): readonly Listed[] =>
  clause
    .split(',')
    .map((part) => part.trim().replace(/^type /, ''))
    .filter((part) => part !== '')
    .map((part) => {
      const [inner = '', outer = inner] = part.split(' as ')
      return { inner, outer }
    })

/** Name → declaration of everything that a declaration file exports. Names of other packages stay names. */
export function exportsOf(file: string): ReadonlyMap<string, string> {
  const text = bare(readFileSync(file, 'utf8'))
  const own = declarationsOf(text)
  const exported = new Map<string, string>()
  const from = (specifier: string) => exportsOf(resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts')))
  const brought = new Map<string, readonly [string, string]>()
  for (const [, clause = '', specifier = ''] of text.matchAll(imported))
    for (const { inner, outer } of namesIn(clause)) brought.set(outer, [specifier, inner])
  const elsewhere = (specifier: string, inner: string): string =>
    specifier.startsWith('.')
      ? (from(specifier).get(inner) ?? `${inner} is not found`)
      : `${inner} of ${specifier}`
  for (const [statement] of text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:function|const|class|type|interface)\s+[\w$]+/gm,
  )) {
    const name = declaration.exec(statement)?.[1] ?? ''
    exported.set(name, own.get(name) ?? '')
  }
  for (const [, clause = '', specifier] of text.matchAll(listing))
    for (const { inner, outer } of namesIn(clause)) {
      const [place, name] = specifier === undefined ? (brought.get(inner) ?? []) : [specifier, inner]
      exported.set(outer, place === undefined ? (own.get(inner) ?? '') : elsewhere(place, name ?? inner))
    }
  for (const [, name, specifier = ''] of text.matchAll(star)) {
    if (name === undefined) for (const [key, value] of from(specifier)) exported.set(key, value)
    else exported.set(name, [...from(specifier).values()].join('\n'))
  }
  return exported
}

/** The surface of one built package as text. */
export function surfaceOf(name: string): string {
  const home = join(root, 'packages', name)
  const manifest: Manifest = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
  return Object.entries(manifest.exports)
    .map(([entry, targets]) => {
      const title = `## ${manifest.name}${entry.slice(1)}`
      if (targets.types === undefined) return `${title}\n`
      const lines = [...exportsOf(join(home, targets.types))].sort(([a], [b]) => (a < b ? -1 : 1))
      return `${title}\n\n${lines.map(([key, told]) => `### ${key}\n${told}`).join('\n\n')}\n`
    })
    .join('\n')
}

export const recordOf = (name: string): string => join(root, 'packages', name, 'surface.txt')

/** Packages that a changeset not yet released names. */
export function changing(): ReadonlySet<string> {
  const folder = join(root, '.changeset')
  const texts = readdirSync(folder)
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(join(folder, file), 'utf8').split('---')[1] ?? '')
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^['"]([@\w/-]+)['"]:/gm)].map(([, name = '']) => name)),
  )
}

/** Packages whose surface differs from the recorded one without a changeset that describes the change. */
export const untold = (): readonly string[] =>
  published.filter(
    (name) =>
      !changing().has(nameIn(join(root, 'packages', name))) &&
      (!existsSync(recordOf(name)) || readFileSync(recordOf(name), 'utf8') !== surfaceOf(name)),
  )

if (process.argv[1] === import.meta.filename) {
  await ensureBuilt()
  for (const name of published) writeFileSync(recordOf(name), surfaceOf(name))
}
