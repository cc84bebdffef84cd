import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { registryFiles } from './files/registryFiles.ts'

/** Writes the registry's folder again: `npm run descriptors`; with `--check` it only says what differs. */
const folder = resolve(import.meta.dirname, '../registry/seaport')
const files = registryFiles()
const there = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)

const stale = [
  ...there.filter((name) => !(name in files)),
  ...Object.entries(files)
    .filter(([name, text]) => !there.includes(name) || readFileSync(join(folder, name), 'utf8') !== text)
    .map(([name]) => name),
]
if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`registry/seaport/${name} is not what the tables say.`)
  process.exitCode = stale.length === 0 ? 0 : 1
} else {
  for (const name of stale) {
    const path = join(folder, name)
    const text = files[name]
    mkdirSync(dirname(path), { recursive: true })
    if (text === undefined) rmSync(path)
    else writeFileSync(path, text)
  }
  console.log(`${stale.length} of ${Object.keys(files).length} files written.`)
}
