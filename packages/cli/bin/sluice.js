#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** Installed, the built modules run. In a checkout the source does, so that no build can be out of date. */
const installed = /[\\/]node_modules[\\/]/.test(fileURLToPath(import.meta.url))
if (installed) await import('../dist/main.js')
else {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const args = ['--conditions=@sluice/source', '--import', import.meta.resolve('tsx'), main]
  // An app made here is made of this checkout's packages, whether they are published or not.
  const env = { ...process.env, SLUICE_CHECKOUT: fileURLToPath(new URL('../../..', import.meta.url)) }
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], { stdio: 'inherit', env })
  // The terminal tells both of Ctrl-C; the child stops in order, and this waits for it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (signal === null ? 1 : constants.signals[signal])
  })
}
