import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** Packages as npm has them, and nothing of them patched. */
export type Packages = {
  readonly load: <T>(name: string) => T
  /** The installed version of a package. */
  readonly versionOf: (name: string) => string
}

/** @param folder a folder that has a `package.json`: a path, or one of this repository such as `peers/sdk-1.5`. */
export function packagesOf(folder: string): Packages {
  const require = createRequire(join(resolve(root, folder), 'package.json'))
  return {
    load: <T>(name: string): T => require(name) as T,
    versionOf: (name) => {
      for (let at = dirname(require.resolve(name)); at !== dirname(at); at = dirname(at)) {
        const manifest = readManifest(join(at, 'package.json'))
        if (manifest?.name === name && manifest.version !== undefined) return manifest.version
      }
      throw new Error(`No package.json of ${name} was found.`)
    },
  }
}

type Manifest = { readonly name?: string; readonly version?: string }

function readManifest(path: string): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}
