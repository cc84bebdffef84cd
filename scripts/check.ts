import { resolve } from 'node:path'
import { runAll, script, type Task } from './tasks.ts'

const root = resolve(import.meta.dirname, '..')
const bin = (name: string) => resolve(root, 'node_modules/.bin', name)
/** Programs whose types are checked: few, since each checks anew the packages that it uses. */
const programs: Readonly<Record<string, string>> = {
  'packages and apps with a page': 'tsconfig.web.json',
  'packages without a page': 'tsconfig.node.json',
  // The client and the kit in a page, without the types of Node and Vite.
  'apps/plain': 'apps/plain',
  'packages/cli/templates': 'packages/cli/templates',
  'peers/kit-host': 'peers/kit-host',
  'peers/kit-host-1.15': 'peers/kit-host-1.15',
}

/** Checks the types of one program; what did not change since the last run is not read again. */
const types = ([name, project]: readonly [string, string]): Task => ({
  name: `types of ${name}`,
  command: [
    bin('tsc'),
    // One checker: several would each check the same libraries, while other checks need the processor.
    ...['--noEmit', '--incremental', '--checkers', '1', '-p', project],
    ...['--tsBuildInfoFile', resolve(root, '.sluice/types', `${project.replaceAll('/', '-')}.tsbuildinfo`)],
  ],
})

/** Every check that needs no chain, database or browser; what takes longest begins first. */
export const checks: readonly Task[] = [
  ...Object.entries(programs).map(types),
  { name: 'lint and format', command: [bin('biome'), 'check', '--error-on-warnings', '.'] },
  { name: 'layers', command: script('scripts/layers.ts') },
  { name: 'licenses', command: script('scripts/licenses.ts') },
  { name: 'unused code', command: [bin('knip'), '--no-progress', '--cache'] },
]

if (process.argv[1] === import.meta.filename) {
  const { failures } = await runAll(checks, root, 2)
  process.exitCode = failures.length === 0 ? 0 : 1
}
