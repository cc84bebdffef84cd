import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

type Manifest = { readonly dependencies?: Readonly<Record<string, string>> }

const line = /^@sluice\/(\S+) {2}(\S+)$/gm

/**
 * Gives an app the packages of the checkout that the command runs in, packed as npm would publish them: `packs/*.tgz`,
 * named in its `package.json`. So it is made of what stands in the checkout, published or not.
 *
 * @throws {Error} when they cannot be built; the lines above it say why.
 */
export function takeCheckoutPacks(checkout: string, app: string, progress: (text: string) => void): void {
  const file = join(app, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const { dependencies = {} } = manifest
  const names = ['wire', 'seaport', 'core', ...('@sluice/react' in dependencies ? ['react'] : [])]
  progress('Packing this checkout’s own packages: a minute when they have changed …')
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--conditions=@sluice/source', '--import', 'tsx', 'scripts/packs.ts', ...names],
    { cwd: checkout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const packed = [...stdout.matchAll(line)]
  if (status !== 0 || packed.length < names.length)
    throw new Error('The packages of this checkout could not be packed.')
  mkdirSync(join(app, 'packs'))
  for (const [, name = '', tarball = ''] of packed)
    cpSync(join(checkout, tarball), join(app, 'packs', `${name}.tgz`))
  const own = Object.fromEntries(packed.map(([, name = '']) => [`@sluice/${name}`, `file:packs/${name}.tgz`]))
  writeFileSync(
    file,
    `${JSON.stringify({ ...manifest, dependencies: { ...dependencies, ...own } }, null, 2)}\n`,
  )
}
