import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

// A seed with reorganizations, kills and nodes that omit logs.
test('after thousands of simulated steps with reorganizations, kills and omitted logs, what is stored and told is what the chain shows, and the seed takes the same steps again', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const { stdout } = await run(process.execPath, [
    ...['--conditions=@sluice/source', '--import', 'tsx'],
    ...[main, '3', '1', '--twice'],
  ])
  expect(stdout).toMatch(/^1 seeds, .* 0 failed\.$/m)
}, 300_000)
