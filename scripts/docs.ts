import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/**
 * `npm run docs`: serves the docs and the playground for writing; `npm run docs build`: builds them and checks links;
 * `npm run docs record`: records the examples of the routes' pages from a running `npm start`.
 */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps/docs')
/** Runs a script of the workspace from its sources. */
const run = (...args: readonly string[]): void => {
  const ours = ['--conditions=@sluice/source', '--import', 'tsx']
  const { status } = spawnSync(process.execPath, [...ours, ...args], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const [command = 'dev', ...rest] = process.argv.slice(2)
if (command === 'record') run(join(root, 'apps/docs/generator/record.ts'), ...rest)
else {
  if (command === 'dev') console.error('· Reading the reference from the source …')
  run(join(root, 'apps/docs/generator/write.ts'))
  run(join(root, 'node_modules/vitepress/bin/vitepress.js'), command, ...rest)
}
