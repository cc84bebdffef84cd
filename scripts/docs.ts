import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/**
 * `npm run docs`: the docs and the playground while they are written; `npm run docs build`: built, links checked;
 * `npm run docs record`: the examples of the routes' pages, asked of a running `npm start`.
 */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps/docs')
/** Runs a script on the sources of the workspace. */
const run = (...args: readonly string[]): void => {
  const ours = ['--conditions=@sluice/source', '--import', 'tsx']
  const { status } = spawnSync(process.execPath, [...ours, ...args], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const [command = 'dev', ...rest] = process.argv.slice(2)
if (command === 'record') run('reading/record.ts', ...rest)
else {
  if (command === 'dev') console.error('· Reading the reference from the source …')
  run('reading/write.ts')
  run(join(root, 'node_modules/vitepress/bin/vitepress.js'), command, ...rest)
}
