import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { figureOf, type Rival, type Table } from '../report/figures.ts'
import { buildPackages } from '../server/builtProvider.ts'
import { peersFolder } from './peers.ts'

const root = resolve(import.meta.dirname, '../../..')
const rounds = 10

/**
 * The cost of a process that imports a package and ends, in milliseconds of CPU: all of it, and the part beyond the
 * import of the library that the host has anyway (viem or ethers).
 */
function cpuOf(folder: string, name?: string, base?: string): { readonly all: number; readonly own: number } {
  const load = (module: string | undefined) =>
    module === undefined ? '' : `await import(${JSON.stringify(module)});`
  const program = `
    const cpu = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000 };
    ${load(base)} const before = cpu(); ${load(name)} const after = cpu();
    console.log(JSON.stringify({ all: after, own: after - before })); process.exit(0)`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })
  return JSON.parse(said.toString().trim().split('\n').at(-1) ?? '') as { all: number; own: number }
}

/** The published modules, as npm installs them: our own are built if necessary. */
export async function imports(): Promise<readonly Table[]> {
  if (!existsSync(resolve(root, 'packages/core/dist/index.js')))
    buildPackages(['wire', 'seaport', 'guards', 'core'])
  const packages = [
    { name: '@sluice/core', folder: resolve(root, 'bench'), base: 'viem' },
    ...[
      ['sdk-1.5', '1.5.1'],
      ['sdk-2.5', '2.5.7'],
    ].map(([peer, version]) => ({
      name: '@reservoir0x/reservoir-sdk',
      folder: resolve(root, `peers/${peer}`),
      version,
      base: 'viem',
    })),
    { name: '@relayprotocol/relay-sdk', folder: peersFolder(), version: '7.0.3', base: 'viem' },
    { name: '@opensea/sdk', folder: peersFolder(), version: '12.9.1', base: 'ethers' },
    { name: '@opensea/seaport-js', folder: resolve(root, 'bench'), version: '4.3.0', base: 'ethers' },
    { name: 'viem', folder: resolve(root, 'bench'), version: '2.57.1' },
  ]
  const all: number[][] = packages.map(() => [])
  const added: number[][] = packages.map(() => [])
  for (let round = 0; round <= rounds; round += 1) {
    // In turns with an empty process, whose own cost is subtracted.
    const empty = cpuOf(root).all
    packages.forEach(({ name, folder, base }, index) => {
      const whole = Math.max(0, cpuOf(folder, name).all - empty)
      const own = base === undefined ? undefined : cpuOf(folder, name, base).own
      // The first round fills the disk's cache.
      if (round === 0) return
      all[index]?.push(whole)
      if (own !== undefined) added[index]?.push(own)
    })
  }
  const peersOf = (samples: readonly (readonly number[])[]): readonly Rival[] =>
    packages.flatMap(({ name, version }, index) =>
      version === undefined || samples[index]?.length === 0
        ? []
        : [
            {
              name: `${name.replace('@opensea/sdk', 'opensea sdk').replace(/^@[^/]+\//, '')} ${version}`,
              figure: figureOf(samples[index] ?? []),
            },
          ],
    )
  return [
    {
      id: 'imports',
      title: 'Cold import in Node',
      note: `CPU of a process that imports the package and ends, less that of an empty process; the median of ${rounds}, in turns. Of viem ours reads nothing before the first action. The second row begins when viem or ethers, whichever a package builds on, is loaded, as in a host that has it anyway.`,
      unit: 'ms of CPU',
      better: 'less',
      rows: [
        {
          what: 'import of the client',
          ours: figureOf(all[0] ?? []),
          peers: peersOf(all),
        },
        {
          what: 'what it adds to viem or ethers',
          ours: figureOf(added[0] ?? []),
          peers: peersOf(added),
        },
      ],
    },
  ]
}
