import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whyToInstall } from '../install.mjs'

type Locked = Readonly<Record<string, unknown>>
const linux = { platform: 'linux', arch: 'x64', musl: false }
const one: Locked = { version: '1.2.0', integrity: 'sha512-one' }
const locked: Readonly<Record<string, Locked>> = {
  '': { name: 'house' },
  'packages/own': { name: '@house/own', version: '0.1.0' },
  'node_modules/@house/own': { resolved: 'packages/own', link: true },
  'node_modules/one': one,
  'node_modules/one/node_modules/two': { version: '2.0.0' },
  'node_modules/native': { version: '3.0.0', optionalDependencies: { 'native-unlocked': '3.0.0' } },
  'node_modules/native-linux': {
    version: '3.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
  },
  'node_modules/native-musl': {
    version: '3.0.0',
    optional: true,
    os: ['linux'],
    cpu: ['x64'],
    libc: ['musl'],
  },
  'node_modules/native-mac': { version: '3.0.0', optional: true, os: ['darwin'], cpu: ['arm64'] },
  'node_modules/native-not-mac': { version: '3.0.0', optional: true, os: ['!darwin'] },
  'node_modules/only-for-wasm': { version: '4.0.0', optional: true },
}
/** What npm installs of it on Linux with glibc. */
const { '': _root, ...all } = locked
const {
  'node_modules/native-musl': _musl,
  'node_modules/native-mac': _mac,
  'node_modules/only-for-wasm': _wasm,
  ...onLinux
} = all

let root: string
const write = (file: string, content: object) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), JSON.stringify(content))
}
/** A checkout with a lock file, in which npm wrote down `installed` and left these folders. */
function checkout(
  installed: Readonly<Record<string, Locked>>,
  lock: Readonly<Record<string, Locked>> = locked,
) {
  write('package-lock.json', { packages: lock })
  write('node_modules/.package-lock.json', { packages: installed })
  for (const path of Object.keys(installed)) write(`${path}/package.json`, {})
}
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sluice-install-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('default: nothing is installed again after a plain npm ci', () => {
  checkout(onLinux)
  expect(whyToInstall(root, linux)).toBeUndefined()
})

test('a package for this platform that the lock file lacks may be there as well', () => {
  checkout({ ...onLinux, 'node_modules/native-unlocked': { version: '3.0.0' } })
  expect(whyToInstall(root, linux)).toBeUndefined()
})

test('in a new clone everything is installed', () => {
  write('package-lock.json', { packages: locked })
  expect(whyToInstall(root, linux)).toBe('nothing is installed')
})

test.each([
  ['a version changed', { 'node_modules/one': { ...one, version: '1.3.0' } }, 'one'],
  ['the content of a version changed', { 'node_modules/one': { ...one, integrity: 'sha512-other' } }, 'one'],
  ['a package was added', { 'node_modules/three': { version: '3.0.0' } }, 'three'],
  ['a workspace moved', { 'node_modules/@house/own': { resolved: 'apps/own', link: true } }, '@house/own'],
] as const)('packages are installed if %s in the lock file', (_what, change, name) => {
  checkout(onLinux, { ...locked, ...change })
  expect(whyToInstall(root, linux)).toContain(`node_modules/${name}`)
})

test('packages are installed if the lock file lost one that would shadow another', () => {
  const { 'node_modules/one/node_modules/two': _two, ...without } = locked
  checkout(onLinux, without)
  expect(whyToInstall(root, linux)).toContain('node_modules/one/node_modules/two')
})

test('packages are installed if a folder that npm wrote down is gone', () => {
  checkout(onLinux)
  rmSync(join(root, 'node_modules/one'), { recursive: true })
  expect(whyToInstall(root, linux)).toContain('node_modules/one')
})

test.each([
  ['another libc', { ...linux, musl: true }, 'native-musl'],
  ['another system', { platform: 'darwin', arch: 'arm64' }, 'native-mac'],
] as const)('packages are installed on %s, whose own package is missing', (_what, platform, name) => {
  checkout(onLinux)
  expect(whyToInstall(root, platform)).toContain(`node_modules/${name}`)
})

test('a package for every system but one is wanted where it runs', () => {
  const { 'node_modules/native-not-mac': _notMac, ...without } = onLinux
  checkout(without)
  expect(whyToInstall(root, linux)).toContain('node_modules/native-not-mac')
  checkout({ ...without, 'node_modules/native-mac': { version: '3.0.0' } })
  expect(whyToInstall(root, { platform: 'darwin', arch: 'arm64' })).toBeUndefined()
})
