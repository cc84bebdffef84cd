import { type ChildProcess, spawn } from 'node:child_process'

/**
 * A process that outlives this one by a moment and ends what it started, even after a `kill -9`, when nothing here can
 * run any more.
 */
export type Reaper = {
  /** Ends `child` with this process. Forgets it when it ends on its own. */
  watch(child: ChildProcess): void
  /** Stops the Postgres with this lock file if its provider was killed. */
  watchPostgres(lockFile: string): void
  /** Removes a folder at the end. */
  remove(folder: string): void
  /** Ends the reaper: everything was stopped in order. */
  dismiss(): void
}

/** Milliseconds in which processes may end by themselves. */
const grace = 4000

// Plain JavaScript in one string: it starts in 40 ms and needs no loader and no file.
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
  }, ${grace})
}
process.stdin.on('end', finish)
process.stdin.on('error', finish)
`

/** Starts a reaper. It ends what it watches when its standard input closes, which the system does when we end. */
export function startReaper(): Reaper {
  const child = spawn(process.execPath, ['-e', source], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
  })
  // It must not keep this process alive; without it, only the cleanup after a kill is lost.
  child.unref()
  child.on('error', () => {})
  child.stdin.on('error', () => {})
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  const say = (line: string) => {
    child.stdin.write(`${line}\n`)
  }
  return {
    watch: (watched) => {
      const { pid } = watched
      if (pid === undefined) return
      say(`+${pid}`)
      watched.once('exit', () => say(`-${pid}`))
    },
    watchPostgres: (lockFile) => say(`l${lockFile}`),
    remove: (folder) => say(`f${folder}`),
    dismiss: () => say('x'),
  }
}
