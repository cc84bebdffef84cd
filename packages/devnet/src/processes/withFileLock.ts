import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The code of a system error, such as `ENOENT`. */
export const errorCode = (cause: unknown): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined

/** Whether a process runs. Signal 0 is not delivered; it only tests whether the process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return errorCode(cause) === 'EPERM'
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
    if (errorCode(cause) !== 'EEXIST') throw cause
  }
  try {
    const holder = Number(readFileSync(lock, 'utf8'))
    // An empty file belongs to a holder that has created it and not written it yet.
    if (holder !== 0 && holder !== process.pid && !isAlive(holder)) rmSync(lock, { force: true })
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause
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
