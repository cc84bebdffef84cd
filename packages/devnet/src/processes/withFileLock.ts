import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Takes the lock by creating its file; `false` if a living process holds it. */
function take(lock: string): boolean {
  try {
    const file = openSync(lock, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause
  }
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    // An empty file belongs to a holder that has created it and not written it yet.
    if (holder !== 0 && holder !== process.pid && !isAlive(holder)) rmSync(lock, { force: true })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  }
  return false
}

/**
 * Makes something once for all processes of this machine: one makes it, the others wait for it. If the maker is
 * killed, another one takes over.
 */
export async function withFileLock<T>(
  lock: string,
  read: () => T | undefined,
  make: () => Promise<T>,
): Promise<T> {
  mkdirSync(dirname(lock), { recursive: true })
  for (;;) {
    const found = read()
    if (found !== undefined) return found
    if (take(lock)) {
      try {
        return read() ?? (await make())
      } finally {
        rmSync(lock, { force: true })
      }
    }
    await new Promise((wake) => setTimeout(wake, 200))
  }
}
