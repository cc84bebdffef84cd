import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { freePort } from './freePort.ts'
import type { StackDescription } from './stack.ts'

/** The market app, served against a stack. */
export type Market = { readonly url: string; stop(): Promise<void> }

const appFolder = resolve(import.meta.dirname, '../../../apps/market')

const run = (child: ChildProcess, what: string): Promise<void> =>
  new Promise((done, fail) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error(`${what} failed:\n${said}`))))
  })

/** Builds the app and serves it; its `/stack.json` is the stack's description. */
export async function startMarket(
  description: StackDescription,
  wantedPort: number,
  progress: (line: string) => void = () => {},
): Promise<Market> {
  const vite = join(
    dirname(createRequire(join(appFolder, 'package.json')).resolve('vite/package.json')),
    'bin/vite.js',
  )
  const folder = mkdtempSync(join(tmpdir(), 'sluice-market-'))
  const stackFile = join(folder, 'stack.json')
  writeFileSync(stackFile, JSON.stringify(description))
  const port = await freePort(wantedPort, 'the market', progress)
  const env = { ...process.env, SLUICE_STACK_FILE: stackFile, PORT: String(port) }
  progress('Building the market …')
  await run(
    spawn(process.execPath, [vite, 'build', '--logLevel', 'error'], {
      cwd: appFolder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
    }),
    'Building the market',
  )
  const child = spawn(
    process.execPath,
    [vite, 'preview', '--host', '127.0.0.1', '--port', String(port), '--strictPort'],
    {
      cwd: appFolder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env,
    },
  )
  const url = `http://127.0.0.1:${port}`
  await answers(child, url)
  return {
    url,
    stop: () =>
      new Promise((done) => {
        const finish = () => {
          rmSync(folder, { recursive: true, force: true })
          done()
        }
        if (child.exitCode !== null || child.signalCode !== null) return finish()
        child.once('exit', finish)
        child.kill('SIGTERM')
      }),
  }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + 30_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The market could not be served at ${url}.`)
    try {
      if ((await fetch(url)).ok) return
    } catch (cause) {
      if (Date.now() > deadline) throw new Error('The market does not answer.', { cause })
    }
    await new Promise((wake) => setTimeout(wake, 50))
  }
}
