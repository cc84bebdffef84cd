import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { script } from './tasks.ts'

/**
 * `npm run reproduce`: packs the last commit in two clean clones, each in a folder of another name, and compares the
 * tarballs byte for byte. Takes minutes: each clone installs and builds everything.
 */
const root = resolve(import.meta.dirname, '..')
/** Read once, so that a commit during the run does not change what is compared. */
const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()

function run(folder: string, [file = '', ...args]: readonly string[]): void {
  const { status } = spawnSync(file, args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) throw new Error(`"${file} ${args.join(' ')}" failed in ${folder}.`)
}

/** Returns the hash of each tarball by its name, which holds the hash of its sources. */
function packIn(folder: string): ReadonlyMap<string, string> {
  run(root, ['git', 'clone', '--quiet', '--no-checkout', root, folder])
  run(folder, ['git', 'checkout', '--quiet', '--detach', commit])
  run(folder, ['npm', 'ci', '--no-audit', '--no-fund'])
  run(folder, script('scripts/packs.ts'))
  const packs = join(folder, '.sluice/packs')
  const tarballs = readdirSync(packs).filter((name) => name.endsWith('.tgz'))
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(packs, name)))
      .digest('hex')
  return new Map(tarballs.map((name) => [name, hashOf(name)]))
}

const work = mkdtempSync(join(tmpdir(), 'sluice-reproduce-'))
try {
  const first = packIn(join(work, 'first'))
  const second = packIn(join(work, 'second-with-another-name'))
  const names = [...new Set([...first.keys(), ...second.keys()])]
  const different = names.filter((name) => first.get(name) !== second.get(name))
  for (const name of names)
    console.log(`${different.includes(name) ? 'DIFFERENT' : first.get(name)}  ${name}`)
  console.log(`${names.length - different.length} of ${names.length} tarballs are the same`)
  process.exitCode = different.length === 0 && names.length > 0 ? 0 : 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
