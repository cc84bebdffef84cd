import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** `npm run docs`: the papers and the playground while they are written; `npm run docs build`: built, links checked. */
const root = resolve(import.meta.dirname, '..')
const folder = join(root, 'apps/docs')
const run = (...args: readonly string[]): void => {
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
run('--conditions=@sluice/source', '--import', 'tsx', 'reading/write.ts')
run(join(root, 'node_modules/vitepress/bin/vitepress.js'), process.argv[2] === 'build' ? 'build' : 'dev')
