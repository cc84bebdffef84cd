import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { buildPackages, published } from './build.ts'

/** The published packages as their readers get them: built, and packed by npm. */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.sluice/packs')

export type Packed = {
  readonly name: string
  readonly folder: string
  readonly tarball: string
  readonly files: readonly string[]
}

/** The name under which the package of a folder is published. */
export const nameIn = (home: string): string =>
  (JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { name: string }).name

/** What a build is made of: sources, settings and the compiler. */
function sourcesKey(names: readonly string[]): string {
  const hash = createHash('sha256')
  const add = (path: string) => hash.update(relative(root, path)).update(readFileSync(path))
  for (const name of names) {
    const home = join(root, 'packages', name)
    for (const file of ['package.json', 'tsconfig.json', 'tsconfig.build.json']) add(join(home, file))
    for (const entry of readdirSync(join(home, 'src'), { recursive: true, withFileTypes: true }).sort(
      (a, b) => (join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1),
    ))
      if (entry.isFile()) add(join(entry.parentPath, entry.name))
  }
  for (const file of ['tsconfig.base.json', 'scripts/build.ts', 'package-lock.json']) add(join(root, file))
  return hash.digest('hex')
}

/** Builds unless what stands in every `dist` was built from these very sources. */
export async function ensureBuilt(names: readonly string[] = published): Promise<void> {
  const mark = join(root, '.sluice/built')
  const stands = names.every((name) => existsSync(join(root, 'packages', name, 'dist/index.js')))
  const key = sourcesKey(names)
  if (stands && existsSync(mark) && readFileSync(mark, 'utf8') === key) return
  rmSync(mark, { force: true })
  if (!(await buildPackages(names)))
    throw new Error('The packages could not be built; the lines above say why.')
  mkdirSync(join(root, '.sluice'), { recursive: true })
  writeFileSync(mark, key)
}

/** Builds where needed and packs the named packages, which must be whole with what they import; all by default. */
export async function packAll(names: readonly string[] = published): Promise<readonly Packed[]> {
  await ensureBuilt(names)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const homes = names.map((name) => `packages/${name}`)
  const packed = spawnSync(
    'npm',
    [
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      folder,
      ...homes.flatMap((home) => ['-w', home]),
    ],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell: process.platform === 'win32' },
  )
  if (packed.status !== 0) throw new Error(`npm could not pack: ${packed.stderr}`)
  type Report = { name: string; filename: string; files: { path: string }[] }
  const parsed: unknown = JSON.parse(packed.stdout)
  const reports = (Array.isArray(parsed) ? parsed : Object.values(parsed as object)) as readonly Report[]
  return reports.map(({ name, filename, files }) => ({
    name,
    folder: homes.map((home) => join(root, home)).find((home) => nameIn(home) === name) ?? '',
    tarball: join(folder, filename),
    files: files.map(({ path }) => path),
  }))
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2)
  for (const { name, tarball } of await packAll(names.length === 0 ? published : names))
    console.log(`${name}  ${relative(root, tarball)}`)
}
