import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

/**
 * The folder of the peers that only the bench needs, installed from its own lock file at first use: they are ten
 * times as large as all that we need ourselves.
 */
export function peersFolder(): string {
  const folder = resolve(import.meta.dirname, '../../peers')
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return folder
  console.error('Installing the peers (once, some minutes) …')
  const args = ['ci', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
  const shell = process.platform === 'win32'
  const { status } = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2], shell })
  if (status !== 0) throw new Error('The peers could not be installed; the lines above say why.')
  return folder
}
