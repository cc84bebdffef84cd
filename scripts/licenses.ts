import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { published } from './build.ts'

/**
 * `npm run sbom`: writes the dependencies of the published packages, as CycloneDX, to `dist/sbom.json`. Without a
 * path it only checks that every dependency has an accepted license.
 */
const root = resolve(import.meta.dirname, '..')
const allowed = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'CC0-1.0',
])
/** Others, each with its reason. */
const excused: Readonly<Record<string, string>> = {
  // Prebuilt libraries that the provider's image service links to dynamically; replaceable by the operator.
  '@img/sharp-libvips': 'LGPL-3.0-or-later',
}

type License = { license?: { id?: string; name?: string }; expression?: string }
type Component = { name: string; group?: string; version: string; licenses?: License[] }
type Bill = { bomFormat: string; components: Component[] }

const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`)

/** `MIT`, `(MIT OR GPL-2.0)`: one side of an OR is enough, both sides of an AND are needed. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '')
  return bare.split(' OR ').some((choice) => choice.split(' AND ').every((one) => allowed.has(one.trim())))
}

function billOfMaterials(): Bill {
  const scopes = published.flatMap((name) => ['-w', `packages/${name}`])
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', ...scopes],
    { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28, shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error(`npm could not list the dependencies: ${stderr}`)
  return JSON.parse(stdout)
}

const bill = billOfMaterials()
const wrong = bill.components.flatMap((component) => {
  const name = nameOf(component)
  const said = (component.licenses ?? []).map(
    ({ license, expression }) => expression ?? license?.id ?? license?.name ?? '',
  )
  const excuse = Object.entries(excused).find(([start]) => name.startsWith(start))
  const fine = said.length > 0 && said.every((one) => isAllowed(one) || one === excuse?.[1])
  return fine ? [] : [`${name}@${component.version}: ${said.join(', ') || 'no license'}`]
})
for (const line of wrong) console.error(line)
console.log(`licenses: ${bill.components.length} packages, ${wrong.length} that may not be used`)
const [path] = process.argv.slice(2)
if (path !== undefined) {
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.bomFormat}: ${path}`)
}
process.exitCode = wrong.length === 0 && bill.components.length > 0 ? 0 : 1
