import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/**
 * `npm run docs`: the papers and the playground while they are written; `npm run docs build`: built, links checked;
 * `npm run docs record`: the examples of the routes' pages, asked of a running `npm start`.
 */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps/docs')
const run = (...args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const ourScript = (...args: readonly string[]) =>
  run('--conditions=@sluice/source', '--import', 'tsx', ...args)
const vitepress = (command: string) => run(join(root, 'node_modules/vitepress/bin/vitepress.js'), command)

const [command = 'dev', ...rest] = process.argv.slice(2)
if (command === 'record') ourScript('reading/record.ts', ...rest)
else {
  ourScript('reading/write.ts')
  vitepress(command)
}
