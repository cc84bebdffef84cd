import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
type Entry = {
  readonly resolved?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}
const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>
}

/** Finds a package from the place of another as Node does: beside it, and then in each folder above. */
function placeOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    const entry = packages[place]
    if (entry !== undefined) return entry.link === true ? entry.resolved : place
    if (folder === '') return undefined
  }
}

/** Returns the places of all that npm installs with a package. */
function broughtBy(place: string, seen = new Set<string>()): ReadonlySet<string> {
  const entry = packages[place]
  if (entry === undefined || seen.has(place)) return seen
  seen.add(place)
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = entry
  const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true)
  for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
    const found = placeOf(name, place)
    if (found !== undefined) broughtBy(found, seen)
  }
  return seen
}

test('nothing that the client and the kit bring to a host runs a script when it is installed', () => {
  for (const own of ['packages/core', 'packages/react']) {
    const brought = [...broughtBy(own)]
    expect(brought).toContain('node_modules/viem')
    expect(brought.filter((place) => packages[place]?.hasInstallScript === true)).toEqual([])
    for (const place of brought.filter((one) => one.startsWith('packages/'))) {
      const { scripts = {} } = JSON.parse(readFileSync(resolve(root, place, 'package.json'), 'utf8'))
      expect(Object.keys(scripts).filter((name) => /install|prepare/.test(name))).toEqual([])
    }
  }
})

test('what runs a script is found where it is brought', () => {
  const brought = [...broughtBy('packages/provider'), ...broughtBy('packages/devnet')]
  expect(brought.filter((place) => packages[place]?.hasInstallScript === true)).not.toEqual([])
})
