import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'

type Manifest = { readonly dependencies?: Readonly<Record<string, string>> }

const line = /^(@sluice\/\S+) {2}(\S+)$/gm

/**
 * Gives an app the packages of the checkout that the command runs in, packed as npm would publish them: `packs/*.tgz`,
 * named in its `package.json`. The app is built from the checkout, whether its packages are published or not.
 *
 * @throws {Error} if they cannot be built; the lines printed before say why.
 */
export function takeCheckoutPacks(checkout: string, app: string, progress: (text: string) => void): void {
  const file = join(app, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const { dependencies = {} } = manifest
  const wanted = Object.keys(dependencies).filter((name) => name.startsWith('@sluice/'))
  progress(
    'Packing the packages of this checkout; those that did not change since the last time are taken as they are …',
  )
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--conditions=@sluice/source', '--import', 'tsx', 'scripts/packs.ts', ...wanted],
    { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const packed = [...stdout.matchAll(line)]
  if (status !== 0 || packed.length < wanted.length)
    throw new Error('The packages of this checkout could not be packed.')
  mkdirSync(join(app, 'packs'))
  const own = packed.map(([, name = '', tarball = '']) => {
    cpSync(join(checkout, tarball), join(app, 'packs', basename(tarball)))
    return [name, `file:packs/${basename(tarball)}`]
  })
  writeFileSync(
    file,
    `${JSON.stringify({ ...manifest, dependencies: { ...dependencies, ...Object.fromEntries(own) } }, null, 2)}\n`,
  )
}
