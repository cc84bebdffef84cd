import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const main = join(import.meta.dirname, '../bin/sluice.js')

test('the program prints help on stdout; one sentence and exit code 1 for errors', () => {
  const sluice = (...args: string[]) =>
    spawnSync(process.execPath, [main, ...args], {
      encoding: 'utf8',
    })
  const help = sluice('--help')
  expect(help.status).toBe(0)
  for (const command of ['stack', 'create', 'check', 'hostile', 'order'])
    expect(help.stdout).toContain(command)
  const refused = sluice('order', '/no/such/file.json')
  expect(refused.status).toBe(1)
  expect(refused.stderr).toBe('Stopped: There is no file /no/such/file.json.\n')
  expect(sluice('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  const misspelt = sluice('check', '--jsn', 'http://127.0.0.1:1')
  expect(misspelt.status).toBe(1)
  expect(misspelt.stderr).toContain('Did you mean --json?')
  expect(misspelt.stderr).toContain('`sluice check --help` says what it takes.')
})

test('the program ends silently when the reader of its output closes the pipe', async () => {
  const child = spawn(process.execPath, [main, 'hostile', '--list'], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  // The first line meets a closed pipe.
  child.stdout.destroy()
  expect(await new Promise((done) => child.once('close', done))).toBe(0)
  expect(said).toBe('')
})
