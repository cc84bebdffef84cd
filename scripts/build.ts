import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build as bundle } from 'esbuild'
import { runAll } from './tasks.ts'

/**
 * Builds every published package into its `dist`: one module a file, so that a host's bundler drops what it does
 * not use, keeps what loads later apart, and sees each `'use client'`. Types beside each module, maps to the
 * source that the tarball carries. Packages are built after those they import, from whose types they read.
 */
const root = resolve(import.meta.dirname, '..')
const stages = [
  ['wire', 'seaport'],
  ['core'],
  ['react', 'provider', 'hostile', 'conformance'],
  ['devnet', 'reservoir'],
  ['cli'],
]
/** What a package reads beside its modules. */
const assets: Readonly<Record<string, readonly string[]>> = { provider: ['storage/migrations'] }

export const published: readonly string[] = stages
  .flat()
  .filter((name) => existsSync(join(root, 'packages', name, 'tsconfig.build.json')))

const folderOf = (name: string): string => join(root, 'packages', name)

/** The compiler leaves `.ts` in the imports of declarations; a reader of the tarball has `.d.ts` beside `.js`. */
function nameModules(dist: string): void {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(dist, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(path, text.replace(/(\bfrom |\bimport\()(['"])(\.{1,2}\/[^'"]+?)\.tsx?\2/g, '$1$2$3.js$2'))
  }
}

/** The stylesheet in one file, the same as text for shadow trees, and the elements as one script for any page. */
async function finishReact(): Promise<void> {
  const folder = folderOf('react')
  const dist = join(folder, 'dist')
  await bundle({
    entryPoints: [join(folder, 'src/theme/styles.css')],
    outfile: join(dist, 'theme/styles.css'),
    bundle: true,
    minify: true,
    logLevel: 'error',
  })
  const css = readFileSync(join(dist, 'theme/styles.css'), 'utf8').trim()
  writeFileSync(join(dist, 'theme/styles.css.js'), `export default ${JSON.stringify(css)}\n`)
  const elements = join(dist, 'elements.js')
  const text = readFileSync(elements, 'utf8')
  const inlined = text.replace('./theme/styles.css?inline', './theme/styles.css.js')
  if (inlined === text) throw new Error('elements.js no longer imports its stylesheet as text.')
  writeFileSync(elements, inlined)
  await bundle({
    entryPoints: { sluice: join(dist, 'script.js') },
    outdir: join(dist, 'script'),
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'linked',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    chunkNames: 'part-[hash]',
    logLevel: 'error',
  })
}

/** Builds the named packages, which must be whole with what they import; all of them by default. */
export async function buildPackages(wanted: readonly string[] = published): Promise<boolean> {
  for (const stage of stages) {
    const names = stage.filter((name) => wanted.includes(name) && published.includes(name))
    for (const name of names) rmSync(join(folderOf(name), 'dist'), { recursive: true, force: true })
    const { failed } = await runAll(
      names.map((name) => ({
        name: `${name} built`,
        command: [join(root, 'node_modules/.bin/tsc'), '-p', join(folderOf(name), 'tsconfig.build.json')],
      })),
      root,
      2,
    )
    if (failed > 0) return false
    for (const name of names) {
      const dist = join(folderOf(name), 'dist')
      nameModules(dist)
      for (const asset of assets[name] ?? [])
        cpSync(join(folderOf(name), 'src', asset), join(dist, asset), { recursive: true })
    }
    if (names.includes('react')) await finishReact()
  }
  return true
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2)
  process.exitCode = (await buildPackages(names.length === 0 ? published : names)) ? 0 : 1
}
