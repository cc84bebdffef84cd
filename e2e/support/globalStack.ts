import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    stack: string
    marketUrl: string
    /** The file that lists each state in which axe found nothing. */
    states: string
  }
}

/** One stack and one market for the whole run; tests take their own tokens and accounts from it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const scratch = mkdtempSync(join(tmpdir(), 'sluice-states-'))
  const states = join(scratch, 'states')
  writeFileSync(states, '')
  project.provide('states', states)
  const script = resolve(import.meta.dirname, 'serve.ts')
  const child = spawn(process.execPath, ['--conditions=@sluice/source', '--import', 'tsx', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd: resolve(import.meta.dirname, '../..'),
  })
  const line = await new Promise<string>((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => fail(new Error(`The stack stopped at its start (${code}).`)))
    createInterface({ input: child.stdout }).once('line', done)
  })
  const served = JSON.parse(line) as { stack: unknown; marketUrl: string }
  project.provide('stack', JSON.stringify(served.stack))
  project.provide('marketUrl', served.marketUrl)
  return () => {
    const seen = readFileSync(states, 'utf8').trim().split('\n').filter(Boolean)
    rmSync(scratch, { recursive: true })
    console.log(`axe found nothing in ${seen.length} states: ${seen.join(', ')}`)
    return new Promise((done) => {
      child.once('exit', () => done())
      child.stdin.end()
    })
  }
}
