import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/**
 * `npm run release`: checks a release, in addition to `npm test`. Packages build and pack as hosts expect them, apps outside
 * of the repository are made of them and trade, an app of every template type checks, builds and trades, the docs build
 * without a dead link, and every page of the docs and of the market meets the accessibility guidelines.
 */
const root = resolve(import.meta.dirname, '..')
const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const parts: readonly (readonly string[])[] = [
  ['scripts/run.mjs', 'docs', 'build'],
  [vitest, 'run', 'scripts/test'],
  [
    ...[vitest, 'run', '--config', 'e2e/vitest.config.ts'],
    ...['docs', 'pages', 'playground', 'hosts'].map((name) => `e2e/tests/${name}.`),
  ],
]
const failed = parts.filter((args) => {
  const env = { ...process.env, SLUICE_RELEASE: '1' }
  return spawnSync(process.execPath, [...args], { cwd: root, stdio: 'inherit', env }).status !== 0
})
console.log(`${parts.length - failed.length} of ${parts.length} parts hold`)
process.exitCode = failed.length === 0 ? 0 : 1
