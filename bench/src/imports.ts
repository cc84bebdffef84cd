import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { figureOf, type Table } from './figures.ts'
import { peersFolder } from './peers.ts'

const root = resolve(import.meta.dirname, '../..')
const rounds = 10

/** What a process costs that imports a package and ends; milliseconds of CPU. */
function cpuOf(name: string | undefined, folder: string): number {
  const load = name === undefined ? '' : `await import(${JSON.stringify(name)});`
  const program = `${load} const { user, system } = process.cpuUsage(); console.log((user + system) / 1000); process.exit(0)`
  const said = execFileSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })
  return Number(said.toString().trim().split('\n').at(-1))
}

/** The published modules, as npm would bring them: our own are built where they are not. */
export async function imports(): Promise<readonly Table[]> {
  if (!existsSync(resolve(root, 'packages/core/dist/index.js'))) {
    const build = [
      '--conditions=@sluice/source',
      '--import',
      'tsx',
      'scripts/build.ts',
      'wire',
      'seaport',
      'core',
    ]
    execFileSync(process.execPath, build, { cwd: root, stdio: ['ignore', 2, 2] })
  }
  const packages = [
    { name: '@sluice/core', folder: resolve(root, 'bench') },
    { name: '@reservoir0x/reservoir-sdk', folder: resolve(root, 'peers/sdk-1.5'), version: '1.5.1' },
    { name: '@reservoir0x/reservoir-sdk', folder: resolve(root, 'peers/sdk-2.5'), version: '2.5.7' },
    { name: '@relayprotocol/relay-sdk', folder: peersFolder(), version: '7.0.3' },
    { name: '@opensea/sdk', folder: peersFolder(), version: '12.9.1' },
    { name: '@opensea/seaport-js', folder: resolve(root, 'bench'), version: '4.3.0' },
    { name: 'viem', folder: resolve(root, 'bench'), version: '2.57.1' },
  ]
  const samples = packages.map(() => [] as number[])
  for (let round = 0; round <= rounds; round += 1) {
    // In turns with an empty process, whose own cost is taken away.
    const empty = cpuOf(undefined, root)
    packages.forEach(({ name, folder }, index) => {
      const own = Math.max(0, cpuOf(name, folder) - empty)
      // The first round fills the disk's cache.
      if (round > 0) samples[index]?.push(own)
    })
  }
  const figures = samples.map(figureOf)
  const [ours, ...others] = figures
  const floor = others.pop()
  if (ours === undefined || floor === undefined) throw new Error('Nothing was imported.')
  return [
    {
      id: 'imports',
      title: 'Cold import in Node',
      note: `CPU of a process that imports the package and ends, less that of an empty process; the median of ${rounds}, in turns. The floor is viem by itself, which most of these import.`,
      unit: 'ms of CPU',
      better: 'less',
      rows: [
        {
          what: 'import of the client',
          ours,
          peers: packages.slice(1, -1).flatMap(({ name, version }, index) => {
            const figure = others[index]
            return figure === undefined
              ? []
              : [{ name: `${name.replace(/^@[^/]+\//, '')} ${version}`, figure }]
          }),
          floor: { name: 'viem', figure: floor },
        },
      ],
    },
  ]
}
