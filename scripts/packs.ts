import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { buildPackages, published } from './build.ts'

/**
 * The published packages as hosts get them: built, and packed by npm. The results are cached by the content of their
 * sources in `.sluice`: a package is built and packed again only after it, or one that it imports, changed.
 */
const root = resolve(import.meta.dirname, '..')
const packsFolder = join(root, '.sluice/packs')
const buildsFolder = join(root, '.sluice/builds')

export type Packed = {
  readonly name: string
  readonly folder: string
  readonly tarball: string
  readonly files: readonly string[]
}
type Manifest = { readonly name: string; readonly dependencies?: Readonly<Record<string, string>> }

const homeOf = (name: string): string => join(root, 'packages', name)
const manifestIn = (home: string): Manifest =>
  JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as Manifest

/** The name under which the package of a folder is published. */
export const nameIn = (home: string): string => manifestIn(home).name

/** The published packages that one imports, by their folders. */
function importsOf(name: string): readonly string[] {
  const { dependencies = {} } = manifestIn(homeOf(name))
  return published.filter((other) => nameIn(homeOf(other)) in dependencies)
}

/** The named packages and all that they import, in build order. */
function withImports(names: readonly string[]): readonly string[] {
  const wanted = new Set<string>()
  const add = (name: string): void => {
    if (wanted.has(name)) return
    if (!published.includes(name)) throw new Error(`There is no published package "${name}".`)
    wanted.add(name)
    for (const other of importsOf(name)) add(other)
  }
  for (const name of names) add(name)
  return published.filter((name) => wanted.has(name))
}

const notPacked = ['node_modules', 'dist', 'test', 'surface.txt']

function filesUnder(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !notPacked.includes(name) && !name.endsWith('.tsbuildinfo'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : [path]
    })
}

/** A hash of everything that a package is built from: its files, the packages it imports, settings and compiler. */
function keyOf(name: string): string {
  const hash = createHash('sha256')
  const settings = ['tsconfig.base.json', 'scripts/build.ts', 'package-lock.json'].map((file) =>
    join(root, file),
  )
  for (const path of [...filesUnder(homeOf(name)), ...settings])
    hash.update(relative(root, path)).update(readFileSync(path))
  for (const other of importsOf(name)) hash.update(keyOf(other))
  return hash.digest('hex').slice(0, 16)
}

/** Builds those of the packages, and of all that they import, whose `dist` is out of date. */
export async function ensureBuilt(names: readonly string[] = published): Promise<void> {
  const markOf = (name: string): string => join(buildsFolder, name)
  const stale = withImports(names).filter(
    (name) =>
      !existsSync(join(homeOf(name), 'dist/index.js')) ||
      !existsSync(markOf(name)) ||
      readFileSync(markOf(name), 'utf8') !== keyOf(name),
  )
  if (stale.length === 0) return
  const keys = stale.map((name) => [name, keyOf(name)] as const)
  mkdirSync(buildsFolder, { recursive: true })
  for (const name of stale) rmSync(markOf(name), { force: true })
  if (!(await buildPackages(stale)))
    throw new Error('The packages could not be built; the lines above say why.')
  for (const [name, key] of keys) writeFileSync(markOf(name), key)
}

type Report = {
  readonly name: string
  readonly filename: string
  readonly files: readonly { path: string }[]
}

/** Packs packages as npm publishes them, into `folder`. */
function npmPack(names: readonly string[], folder: string): readonly Report[] {
  const packed = spawnSync(
    'npm',
    [
      ...['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      ...names.flatMap((name) => ['-w', `packages/${name}`]),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell: process.platform === 'win32' },
  )
  if (packed.status !== 0) throw new Error(`npm could not pack: ${packed.stderr}`)
  const parsed: unknown = JSON.parse(packed.stdout)
  return (Array.isArray(parsed) ? parsed : Object.values(parsed as object)) as readonly Report[]
}

/** Builds and packs the named packages and all that they import, unless cached; all packages by default. */
export async function packAll(names: readonly string[] = published): Promise<readonly Packed[]> {
  await ensureBuilt(names)
  mkdirSync(packsFolder, { recursive: true })
  const wanted = withImports(names).map((name) => ({
    name,
    path: join(packsFolder, `${name}-${keyOf(name)}`),
  }))
  const missing = wanted.filter(({ path }) => !existsSync(`${path}.json`) || !existsSync(`${path}.tgz`))
  if (missing.length > 0) {
    const reports = npmPack(
      missing.map(({ name }) => name),
      packsFolder,
    )
    for (const { name, path } of missing) {
      const report = reports.find((one) => one.name === nameIn(homeOf(name)))
      if (report === undefined) throw new Error(`npm did not pack ${name}.`)
      for (const old of readdirSync(packsFolder))
        if (/^-[0-9a-f]{16}\.(?:json|tgz)$/.test(old.slice(name.length)) && old.startsWith(name))
          rmSync(join(packsFolder, old))
      renameSync(join(packsFolder, report.filename), `${path}.tgz`)
      writeFileSync(`${path}.json`, JSON.stringify(report.files.map(({ path: file }) => file)))
    }
  }
  return wanted.map(({ name, path }) => ({
    name: nameIn(homeOf(name)),
    folder: homeOf(name),
    tarball: `${path}.tgz`,
    files: JSON.parse(readFileSync(`${path}.json`, 'utf8')) as readonly string[],
  }))
}

if (process.argv[1] === import.meta.filename) {
  const folders = Object.fromEntries(published.map((name) => [nameIn(homeOf(name)), name]))
  const names = process.argv.slice(2).map((name) => folders[name] ?? name)
  for (const { name, tarball } of await packAll(names.length === 0 ? published : names))
    console.log(`${name}  ${relative(root, tarball)}`)
}
