import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { beforeAll, expect, test } from 'vitest'
import { type Packed, packAll } from '../packs.ts'
import { stamped } from '../stamp.ts'
import { exportsOf, surfaceOf, untold } from '../surface.ts'

let packs: readonly Packed[]
beforeAll(async () => {
  packs = await packAll()
})

type Manifest = {
  readonly exports: Record<string, Record<string, string>>
  readonly bin?: Record<string, string>
  readonly dependencies?: Record<string, string>
  readonly sideEffects?: unknown
}
const manifestOf = ({ folder }: Packed): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

test('default: publint reports nothing for any tarball', async () => {
  const said: string[] = []
  for (const { name, tarball } of packs) {
    const { messages, pkg } = await publint({
      strict: true,
      pack: { tarball: new Uint8Array(readFileSync(tarball)).buffer },
    })
    said.push(...messages.map((message) => `${name}: ${formatMessage(message, pkg)}`))
  }
  expect(said).toEqual([])
})

test('every entry of every tarball resolves to its types, for bundlers and for Node', async () => {
  const wrong: string[] = []
  for (const { name, tarball } of packs) {
    const result = await checkPackage(createPackageFromTarballData(readFileSync(tarball)), {
      excludeEntrypoints: ['./styles.css'],
    })
    if (!result.types) wrong.push(`${name} has no types`)
    // ESM only, by decision: the ways of `require` and of before the exports map lead nowhere.
    else
      for (const problem of result.problems)
        if (!('resolutionKind' in problem) || !/node10|node16-cjs/.test(problem.resolutionKind))
          wrong.push(`${name}: ${JSON.stringify(problem)}`)
  }
  expect(wrong).toEqual([])
}, 120_000)

test('a tarball contains everything that exports, bin and source maps point at, and no tests', () => {
  const absent: string[] = []
  for (const pack of packs) {
    const { exports, bin = {} } = manifestOf(pack)
    const targets = [
      ...Object.values(exports).flatMap((entry) => Object.values(entry)),
      ...Object.values(bin),
    ]
    const held = new Set(pack.files)
    for (const target of targets)
      if (!held.has(target.replace(/^\.\//, ''))) absent.push(`${pack.name} lacks ${target}`)
    for (const file of pack.files) {
      if (/\.test\.|(?:^|\/)test\/|tsbuildinfo/.test(file)) absent.push(`${pack.name} carries ${file}`)
      if (!/^dist\/(?!script\/).*\.(?:js|d\.ts)\.map$/.test(file)) continue
      const { sources } = JSON.parse(readFileSync(join(pack.folder, file), 'utf8')) as { sources: string[] }
      for (const source of sources) {
        const path = join(file, '..', source)
        if (!held.has(path)) absent.push(`${pack.name}: ${file} points at ${path}`)
      }
    }
    for (const paper of ['LICENSE', 'README.md'])
      if (!held.has(paper)) absent.push(`${pack.name} lacks ${paper}`)
  }
  expect(absent).toEqual([])
})

test('a module that is imported or run for its side effects is declared to have some', () => {
  const undeclared: string[] = []
  for (const pack of packs) {
    const { bin = {}, sideEffects } = manifestOf(pack)
    const declared = (Array.isArray(sideEffects) ? sideEffects : []).map(
      (glob: string) =>
        new RegExp(
          `^${glob.replace(/^\.\//, '').replace(/[*]{2}\/|[*.]/g, (part) => ({ '**/': '(?:.*/)?', '*': '[^/]*' })[part] ?? '\\.')}$`,
        ),
    )
    const withEffects = new Set(Object.values(bin).map((path) => path.replace(/^\.\//, '')))
    for (const file of pack.files) {
      if (!/^(?:dist|bin)\/(?!script\/).*\.js$/.test(file)) continue
      const text = readFileSync(join(pack.folder, file), 'utf8')
      for (const [, path = ''] of text.matchAll(/^import ['"](\.[^'"]+)['"]/gm))
        withEffects.add(join(file, '..', path))
    }
    for (const file of withEffects)
      if (!declared.some((pattern) => pattern.test(file))) undeclared.push(`${pack.name}: ${file}`)
  }
  expect(undeclared).toEqual([])
})

test('a tarball names every package that its modules import', () => {
  const unnamed: string[] = []
  for (const pack of packs) {
    const manifest: Record<string, unknown> = JSON.parse(
      readFileSync(join(pack.folder, 'package.json'), 'utf8'),
    )
    const named = new Set(
      ['dependencies', 'peerDependencies'].flatMap((kind) => Object.keys((manifest[kind] as object) ?? {})),
    )
    for (const file of pack.files) {
      if (!/^dist\/(?!script\/).*\.(?:js|d\.ts)$/.test(file)) continue
      const text = readFileSync(join(pack.folder, file), 'utf8')
      for (const [, specifier = ''] of text.matchAll(
        /^(?:import|export)\b[^'"]*?from ['"]([^'"./][^'"]*)['"]/gm,
      )) {
        const owner = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/')
        if (
          !owner.startsWith('node:') &&
          owner !== pack.name &&
          !named.has(owner) &&
          !named.has(`@types/${owner}`)
        )
          unnamed.push(`${pack.name}: ${file} imports ${specifier}`)
      }
    }
  }
  expect(unnamed).toEqual([])
})

test("the lazily loaded parts of core stay separate, and the kit's modules keep their 'use client'", () => {
  const core = packs.find(({ name }) => name === '@sluice/core')
  const kit = packs.find(({ name }) => name === '@sluice/react')
  const engine = readFileSync(join(core?.folder ?? '', 'dist/engine/loadEngine.js'), 'utf8')
  expect(engine).toMatch(/import\('\.\/runTrade\.js'\)/)
  const saysSo = (file: string) => /^['"]use client['"]/.test(readFileSync(file, 'utf8'))
  const silent = (kit?.files ?? []).filter((file) => {
    const [, name] = /^dist\/(?!script\/)(.*)\.js$/.exec(file) ?? []
    const source = ['.ts', '.tsx']
      .map((ending) => join(import.meta.dirname, '../../packages/react/src', `${name}${ending}`))
      .find((path) => name !== undefined && existsSync(path))
    return source !== undefined && saysSo(source) && !saysSo(join(kit?.folder ?? '', file))
  })
  expect(silent).toEqual([])
  expect(existsSync(join(kit?.folder ?? '', 'dist/script/sluice.js'))).toBe(true)
})

test('the public surface matches the recorded one, unless a changeset describes the change', () => {
  expect(untold()).toEqual([])
  const core = exportsOf(
    join(packs.find(({ name }) => name === '@sluice/core')?.folder ?? '', 'dist/index.d.ts'),
  )
  expect(core.get('createClient')).toBe('declare function createClient(config: ClientConfig): Client;')
  for (const { folder, name } of packs) {
    const surface = surfaceOf(folder.split(/[\\/]/).at(-1) ?? '')
    expect(surface).toContain(`## ${name}`)
    expect(surface).not.toMatch(/is not found|^### .*\n(?:\n|$)/m)
  }
})

test("apps created by a checkout's command line use its packages, which are not packed again for each", () => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-shop-'))
  const main = join(import.meta.dirname, '../../packages/cli/bin/sluice.js')
  const made = () =>
    packs.flatMap(({ folder, tarball }) =>
      [tarball, join(folder, 'dist/index.js')].map((file) => statSync(file).mtimeMs),
    )
  const before = made()
  for (const shop of ['first', 'second'].map((name) => join(home, name))) {
    const { status, stderr } = spawnSync(process.execPath, [main, 'create', shop], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
    const { dependencies } = JSON.parse(readFileSync(join(shop, 'package.json'), 'utf8')) as Manifest
    for (const name of ['wire', 'seaport', 'guards', 'core', 'react']) {
      const packed = packs.find((one) => one.name === `@sluice/${name}`)?.tarball ?? ''
      expect(dependencies?.[`@sluice/${name}`]).toBe(`file:packs/${basename(packed)}`)
      expect(readFileSync(join(shop, 'packs', basename(packed)))).toEqual(readFileSync(packed))
    }
  }
  expect(made()).toEqual(before)
  rmSync(home, { recursive: true })
}, 120_000)

test('a manifest is stamped with the repository that publishes it; anything else is rejected', () => {
  const manifest = JSON.stringify({ name: 'one', version: '1.0.0', description: 'One.', type: 'module' })
  expect(JSON.parse(stamped(manifest, 'https://host.example/owner/name.git', 'packages/one'))).toEqual({
    name: 'one',
    version: '1.0.0',
    description: 'One.',
    type: 'module',
    repository: {
      type: 'git',
      url: 'git+https://host.example/owner/name.git',
      directory: 'packages/one',
    },
  })
  for (const wrong of [
    'git@host.example:owner/name',
    'http://host.example/owner/name',
    'https://host.example',
  ])
    expect(() => stamped(manifest, wrong, 'packages/one')).toThrow()
})
