import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { rpc, startChain } from '../src/index.ts'
import { loaderFlags } from '../src/processes/loaderFlags.ts'
import { withFileLock } from '../src/processes/withFileLock.ts'

const source = join(import.meta.dirname, '../src/index.ts')

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await new Promise((wake) => setTimeout(wake, 50))
}

test('a node ends with the process that started it, even after kill -9', async () => {
  await startChain().then((chain) => chain.stop())
  const program = `
    import { startChain } from ${JSON.stringify(source)}
    const chain = await startChain()
    console.log(chain.rpcUrl)
    setInterval(() => {}, 1_000_000)`
  const parent = spawn(process.execPath, [...loaderFlags(source), '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const rpcUrl = await new Promise<string>((done) =>
    createInterface({ input: parent.stdout }).once('line', done),
  )
  expect(await rpc(rpcUrl, 'eth_chainId')).toBe('0x7a69')
  parent.kill('SIGKILL')
  await until(() =>
    rpc(rpcUrl, 'eth_chainId').then(
      () => false,
      () => true,
    ),
  )
})

test('one of several processes makes what all need, and is replaced if it dies', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-once-'))
  try {
    const lock = join(folder, 'made.lock')
    const made: number[] = []
    const once = (name: number) =>
      withFileLock(
        lock,
        () => made[0],
        async () => {
          await new Promise((wake) => setImmediate(wake))
          made.push(name)
          return name
        },
      )
    // No process has this id: the highest that Linux gives is 4,194,304.
    writeFileSync(lock, '99999999')
    const results = await Promise.all([once(1), once(2), once(3)])
    expect(made).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(made))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
