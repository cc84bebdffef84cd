import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { published } from './build.ts'

/**
 * `npm run stamp -- https://host/owner/name`: writes the address of the repository into every published manifest. A
 * registry accepts provenance only for that repository, and each publisher has its own. For the checkout that
 * publishes: the changes are not committed.
 */
export function stamped(manifest: string, address: string, directory: string): string {
  const { protocol, pathname } = new URL(address)
  if (protocol !== 'https:' || !/^\/[^/]+\/[^/]+/.test(pathname))
    throw new Error(`"${address}" is not the HTTPS address of a repository.`)
  const home = address.replace(/(?:\.git)?\/?$/, '')
  const repository = { type: 'git', url: `git+${home}.git`, directory }
  const { name, version, description, ...rest } = JSON.parse(manifest) as Record<string, unknown>
  return `${JSON.stringify({ name, version, description, repository, ...rest }, null, 2)}\n`
}

if (process.argv[1] === import.meta.filename) {
  const address = process.argv[2]
  if (address === undefined)
    throw new Error('Say where the source is: npm run stamp -- https://host/owner/name')
  for (const name of published) {
    const directory = `packages/${name}`
    const path = join(resolve(import.meta.dirname, '..'), directory, 'package.json')
    writeFileSync(path, stamped(readFileSync(path, 'utf8'), address, directory))
  }
}
