import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {import('./platformPackages.mjs').Platform} Platform
 * @typedef {object} Locked
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {string} [resolved]
 * @property {boolean} [optional]
 * @property {readonly string[]} [os]
 * @property {readonly string[]} [cpu]
 * @property {readonly string[]} [libc]
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 */

/** @param {string} file @returns {ReadonlyMap<string, Locked>} the packages of a lock file by their folders. */
function packagesOf(file) {
  const { packages } = /** @type {{ packages: Readonly<Record<string, Locked>> }} */ (
    JSON.parse(readFileSync(file, 'utf8'))
  )
  return new Map(Object.entries(packages).filter(([path]) => path !== ''))
}

/** @param {readonly string[] | undefined} names as a manifest has them: `!name` is any other. @param {string} own */
const admits = (names, own) =>
  names === undefined || names.includes(own) || names.some((name) => name[0] === '!' && name !== `!${own}`)

/**
 * Whether npm must have installed a package. An optional one that names no platform is a part of others, and is installed
 * with those.
 * @param {Locked} locked @param {Platform} platform
 */
function isWanted({ optional, os, cpu, libc }, { platform, arch, musl = false }) {
  if (optional !== true) return true
  if (os === undefined && cpu === undefined) return false
  const isBuiltFor = admits(os, platform) && admits(cpu, arch)
  return isBuiltFor && (platform !== 'linux' || admits(libc, musl ? 'musl' : 'glibc'))
}

/**
 * Why the packages of a checkout have to be installed; `undefined` if everything is there. Compares
 * the lock file with what npm wrote down of its last install, and looks for each folder.
 * @param {string} root of the repository.
 * @param {Platform} platform
 * @returns {string | undefined}
 */
export function whyToInstall(root, platform) {
  const record = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(record)) return 'nothing is installed'
  const locked = packagesOf(join(root, 'package-lock.json'))
  const installed = packagesOf(record)
  for (const [path, own] of locked) {
    const found = installed.get(path)
    if (found === undefined) {
      if (isWanted(own, platform)) return `${path} is missing`
    } else if (
      found.version !== own.version ||
      found.integrity !== own.integrity ||
      found.resolved !== own.resolved
    )
      return `${path} is another version`
  }
  // Packages of a platform that the lock file lacks are installed without it.
  const extra = new Set(
    [...locked.values()].flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).map((name) => `node_modules/${name}`),
    ),
  )
  for (const path of installed.keys()) {
    if (!locked.has(path) && !extra.has(path)) return `${path} is no longer wanted`
    if (!existsSync(join(root, path, 'package.json'))) return `${path} is missing`
  }
  return undefined
}
