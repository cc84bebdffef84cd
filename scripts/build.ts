import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build as bundle } from 'esbuild'
import { runAll } from './tasks.ts'

/**
 * Builds every published package into its `dist`: one module per source file, so that a host's bundler drops unused
 * code, keeps lazily loaded code separate, and sees each `'use client'`. Types next to each module, source maps to the
 * sources in the tarball. A package is built after those that it imports, whose types it reads.
 */
const root = resolve(import.meta.dirname, '..')
const stages = [
  ['wire', 'seaport'],
  ['guards'],
  ['core'],
  ['react', 'provider', 'hostile', 'conformance'],
  ['devnet', 'reservoir'],
  ['cli'],
]
/** Files other than modules that a package reads. */
const assets: Readonly<Record<string, readonly string[]>> = { provider: ['storage/migrations'] }

export const published: readonly string[] = stages
  .flat()
  .filter((name) => existsSync(join(root, 'packages', name, 'tsconfig.build.json')))

const folderOf = (name: string): string => join(root, 'packages', name)

/** The compiler leaves `.ts` in the imports of declarations; in the tarball the files end in `.d.ts` and `.js`. */
function nameModules(dist: string): void {
  for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.d.ts')) continue
    const path = join(dist, file)
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(/(\bfrom |\bimport\(|^import )(['"])(\.{1,2}\/[^'"]+?)\.tsx?\2/gm, '$1$2$3.js$2'),
    )
  }
}

/** Writes a stylesheet of the sources as a module with its text, for modules that import it as text. */
async function inlineStyles(folder: string, sheet: string, modules: readonly string[]): Promise<void> {
  const dist = join(folder, 'dist')
  const outfile = join(dist, sheet)
  await bundle({
    entryPoints: [join(folder, 'src', sheet)],
    outfile,
    bundle: true,
    minify: true,
    logLevel: 'error',
  })
  writeFileSync(`${outfile}.js`, `export default ${JSON.stringify(readFileSync(outfile, 'utf8').trim())}\n`)
  for (const name of modules) {
    const text = readFileSync(join(dist, name), 'utf8')
    const inlined = text.replace(`${basename(sheet)}?inline`, `${basename(sheet)}.js`)
    if (inlined === text) throw new Error(`${name} no longer imports ${sheet} as text.`)
    writeFileSync(join(dist, name), inlined)
  }
}

/** Writes the stylesheet as one file and as text for shadow trees, and the elements and frames as scripts for any page. */
async function finishReact(): Promise<void> {
  const folder = folderOf('react')
  const dist = join(folder, 'dist')
  await inlineStyles(folder, 'theme/styles.css', ['theme/kitStyles.js'])
  await inlineStyles(folder, 'frame/frame.css', ['frame.js'])
  const common = {
    outdir: join(dist, 'script'),
    bundle: true,
    format: 'esm',
    minify: true,
    sourcemap: true,
    sourcesContent: false,
    legalComments: 'linked',
    target: 'es2022',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  } as const
  await bundle({
    ...common,
    entryPoints: { sluice: join(dist, 'script.js'), frame: join(dist, 'frameScript.js') },
    splitting: true,
    chunkNames: 'part-[hash]',
  })
  // The script that a page adds next to its frame is a single file.
  await bundle({ ...common, entryPoints: { 'frame-host': join(dist, 'frameHostScript.js') } })
}

/** Builds the named packages, all by default. The packages that they import must be named too, or be built already. */
export async function buildPackages(wanted: readonly string[] = published): Promise<boolean> {
  for (const stage of stages) {
    const names = stage.filter((name) => wanted.includes(name) && published.includes(name))
    for (const name of names) rmSync(join(folderOf(name), 'dist'), { recursive: true, force: true })
    const { failures } = await runAll(
      names.map((name) => ({
        name: `${name} built`,
        command: [join(root, 'node_modules/.bin/tsc'), '-p', join(folderOf(name), 'tsconfig.build.json')],
      })),
      root,
      2,
    )
    if (failures.length > 0) return false
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

/**
 * Bundles the provider's own sources into one program, for tests that start it many times: from source, each start
 * would compile all of them. Dependencies stay external. Returns the program's path.
 */
export async function bundleProvider(): Promise<string> {
  const home = folderOf('provider')
  const folder = join(home, '.sluice')
  rmSync(folder, { recursive: true, force: true })
  const program = join(folder, 'program/main.mjs')
  await bundle({
    entryPoints: [join(home, 'src/main.ts')],
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@sluice/source'],
    // Packages may be marked as free of side effects; a program needs its side effects.
    ignoreAnnotations: true,
    sourcemap: true,
    plugins: [
      {
        name: 'dependencies',
        setup: (context) =>
          context.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@sluice/') ? undefined : { path, external: true },
          ),
      },
    ],
  })
  for (const asset of assets.provider ?? [])
    cpSync(join(home, 'src', asset), join(folder, basename(asset)), { recursive: true })
  return program
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2)
  process.exitCode = (await buildPackages(names.length === 0 ? published : names)) ? 0 : 1
}
