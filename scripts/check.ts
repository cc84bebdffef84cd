import { resolve } from 'node:path'
import { runAll, type Task } from './tasks.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
const typed = [
  'packages/wire',
  'packages/seaport',
  'packages/core',
  'packages/react',
  'packages/reservoir',
  'packages/provider',
  'packages/devnet',
  'packages/hostile',
  'packages/conformance',
  'packages/cli',
  'packages/cli/templates',
  'apps/market',
  'apps/plain',
  'apps/docs',
  'e2e',
  'peers/kit-host',
  'bench',
  'scripts',
]

/** Every check that needs neither chain, database nor browser. */
export const checks: readonly Task[] = [
  { name: 'lint and format', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  {
    name: 'layers',
    command: [process.execPath, '--conditions=@sluice/source', '--import', 'tsx', 'scripts/layers.ts'],
  },
  {
    name: 'licences',
    command: [process.execPath, '--conditions=@sluice/source', '--import', 'tsx', 'scripts/licences.ts'],
  },
  ...typed.map(
    (folder): Task => ({ name: `types of ${folder}`, command: [bin('tsc'), '--noEmit', '-p', folder] }),
  ),
]

if (process.argv[1] === import.meta.filename) {
  const { failed } = await runAll(checks, root, 2)
  process.exitCode = failed === 0 ? 0 : 1
}
