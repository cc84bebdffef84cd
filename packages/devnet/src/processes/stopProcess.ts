import type { ChildProcess } from 'node:child_process'

/** Stops a process and resolves when it has exited. Kills it if it still runs after ten seconds. */
export function stopProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    const limit = setTimeout(() => child.kill('SIGKILL'), 10_000)
    child.once('exit', () => {
      clearTimeout(limit)
      done()
    })
    child.kill(signal)
  })
}
