import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loaderFlags } from '../src/processes/loaderFlags.ts'

const source = join(import.meta.dirname, '../src/index.ts')

test('a node that was stopped leaves no file in the home folder and none among the temporary files', async () => {
  const home = mkdtempSync(join(tmpdir(), 'sluice-home-'))
  const program = `
    import { rpc, startChain } from ${JSON.stringify(source)}
    const chain = await startChain()
    await rpc(chain.rpcUrl, 'anvil_mine', ['0x800'])
    await chain.stop()
    process.exit(0)`
  try {
    const child = spawn(
      process.execPath,
      [...loaderFlags(source), '--input-type=module', '--eval', program],
      {
        stdio: 'inherit',
        env: { ...process.env, HOME: home, USERPROFILE: home, TMPDIR: home, TEMP: home },
      },
    )
    expect(await new Promise((done) => child.once('exit', done))).toBe(0)
    const left = readdirSync(home, { recursive: true }).map(String)
    expect(left.filter((path) => /foundry|sluice/.test(path))).toEqual([])
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
