import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A helper process that outlives this one and stops the processes that this one started. It works even after a
 * `kill -9`, when no exit handler of this process can run.
 */
export type Reaper = {
  /** Stops `child` when this process exits. A child that exits by itself is no longer watched. */
  watch(child: ChildProcess): void
  /** Stops the Postgres server with this lock file if its provider was killed. */
  watchPostgres(lockFile: string): void
  /** Removes a folder when this process exits. */
  remove(folder: string): void
  /** Exits without cleanup. Call it after everything was stopped. */
  dismiss(): void
}

/** Milliseconds between SIGTERM and SIGKILL. */
const killTimeout = 4000

// Plain JavaScript in a string starts in 40 ms and needs neither a loader nor a file.
const source = `
const { readFileSync, rmSync } = require('node:fs')
const pids = new Set(), locks = new Set(), folders = new Set(), unread = { text: '' }
const end = (pid, signal) => { try { process.kill(pid, signal) } catch {} }
process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); process.on('SIGHUP', () => {})
process.stdin.on('data', (chunk) => {
  const lines = (unread.text + chunk).split('\\n')
  unread.text = lines.pop()
  for (const line of lines) {
    const value = line.slice(1)
    if (line[0] === '+') pids.add(Number(value))
    if (line[0] === '-') pids.delete(Number(value))
    if (line[0] === 'l') locks.add(value)
    if (line[0] === 'f') folders.add(value)
    if (line[0] === 'x') process.exit(0)
  }
})
const finish = () => {
  for (const pid of pids) end(pid, 'SIGTERM')
  setTimeout(() => {
    for (const pid of pids) end(pid, 'SIGKILL')
    for (const lock of locks) try { end(Number(readFileSync(lock, 'utf8').split('\\n')[0]), 'SIGINT') } catch {}
    setTimeout(() => {
      for (const folder of folders) try { rmSync(folder, { recursive: true, force: true }) } catch {}
    }, locks.size ? 1500 : 0)
  }, ${killTimeout})
}
process.stdin.on('end', finish)
process.stdin.on('error', finish)
`

/** Starts a reaper. It cleans up when its standard input closes, which the system does when this process exits. */
export function startReaper(): Reaper {
  const child = spawn(process.execPath, ['-e', source], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  // The reaper must not keep this process alive. If the reaper fails, only the cleanup after a kill is lost.
  child.unref()
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  const send = (line: string) => {
    child.stdin.write(`${line}\n`)
  }
  return {
    watch: (watched) => {
      const { pid } = watched
      if (pid === undefined) return
      send(`+${pid}`)
      watched.once('exit', () => send(`-${pid}`))
    },
    watchPostgres: (lockFile) => send(`l${lockFile}`),
    remove: (folder) => send(`f${folder}`),
    dismiss: () => send('x'),
  }
}
