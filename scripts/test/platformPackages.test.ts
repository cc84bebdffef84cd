import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { installForPlatform, nativePackagesOf, platformPackages } from '../platformPackages.mjs'

const lockFile = join(import.meta.dirname, '../../package-lock.json')
const lock = JSON.parse(readFileSync(lockFile, 'utf8'))
const platforms = [
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'linux', arch: 'arm64' },
  { platform: 'linux', arch: 'x64' },
  { platform: 'win32', arch: 'x64' },
]

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-platform-'))
  writeFileSync(join(root, 'package-lock.json'), readFileSync(lockFile))
  // Records what it is called with, and fails for what the registry does not have.
  writeFileSync(
    join(root, 'npm.mjs'),
    `import { writeFileSync } from 'node:fs'
     writeFileSync(${JSON.stringify(join(root, 'called.json'))}, JSON.stringify(process.argv.slice(2)))
     process.exit(process.env.NPM_FAILS === undefined ? 0 : 1)`,
  )
})
afterEach(() => {
  delete process.env.NPM_FAILS
  rmSync(root, { recursive: true, force: true })
})

const called = (): readonly string[] | undefined => {
  try {
    return JSON.parse(readFileSync(join(root, 'called.json'), 'utf8'))
  } catch {
    // npm was not called.
    return undefined
  }
}
function start(platform: { platform: string; arch: string }, command = 'start'): readonly string[] {
  const said: string[] = []
  const npm = [process.execPath, [join(root, 'npm.mjs')]] as const
  installForPlatform({ root, command, npm, platform, say: (line) => said.push(line) })
  return said
}

test.each(platforms)('every native package of npm start is built for $platform-$arch', (platform) => {
  const built = nativePackagesOf('start').map((name) => platformPackages(lock, name, platform).length > 0)
  expect(built).toEqual(nativePackagesOf('start').map(() => true))
})

test.each([
  [platforms[0], '@foundry-rs/anvil-darwin-arm64@1.7.1'],
  [platforms[1], '@foundry-rs/anvil-darwin-amd64@1.7.1'],
  [platforms[2], '@foundry-rs/anvil-linux-arm64@1.7.1'],
  [platforms[4], '@foundry-rs/anvil-win32-amd64@1.7.1'],
] as const)('the first start on %o installs %s, which the lock file lacks', (platform, spec) => {
  const said = start(platform as (typeof platforms)[number])
  expect(called()).toEqual([...['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], spec])
  expect(said).toHaveLength(1)
  expect(said[0]).toContain(spec)
})

test('nothing is installed if the lock file has everything, or at later starts', () => {
  expect(start({ platform: 'linux', arch: 'x64' })).toEqual([])
  mkdirSync(join(root, 'node_modules/@foundry-rs/anvil-darwin-arm64'), { recursive: true })
  expect(start({ platform: 'darwin', arch: 'arm64' })).toEqual([])
  expect(called()).toBeUndefined()
})

test('packages of the docs are installed only for the docs', () => {
  start({ platform: 'darwin', arch: 'arm64' }, 'docs')
  const names = called()
    ?.slice(5)
    .map((spec) => spec.replace(/@[^@]*$/, ''))
  expect(names).toEqual([
    '@foundry-rs/anvil-darwin-arm64',
    '@oxc-parser/binding-darwin-arm64',
    '@rollup/rollup-darwin-arm64',
  ])
})

test('a package that cannot be installed is reported in one line, and the command continues', () => {
  process.env.NPM_FAILS = 'yes'
  expect(start({ platform: 'darwin', arch: 'arm64' })).toEqual([
    expect.stringContaining('@foundry-rs/anvil-darwin-arm64'),
    'npm could not install that; the lines above say why.',
  ])
})

test('a machine with musl gets the musl packages where they exist', () => {
  const names = ['rolldown', 'sharp', 'esbuild', '@foundry-rs/anvil'].map((name) =>
    platformPackages(lock, name, { platform: 'linux', arch: 'x64', musl: true }).map((one) => one.name),
  )
  expect(names).toEqual([
    ['@rolldown/binding-linux-x64-musl'],
    ['@img/sharp-libvips-linuxmusl-x64', '@img/sharp-linuxmusl-x64'],
    ['@esbuild/linux-x64'],
    ['@foundry-rs/anvil-linux-amd64'],
  ])
})
