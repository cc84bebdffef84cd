import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** Returns the code of a system error, such as `ENOENT`. */
export const errorCode = (cause: unknown): unknown =>
  cause instanceof Error && 'code' in cause ? cause.code : undefined

/** Returns whether a process is running. Signal 0 is not delivered: it only tests whether the process exists. */
export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return errorCode(cause) === 'EPERM'
  }
}

/** Tries to take the lock by creating its file. Returns `false` if the file exists. */
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
    // If the file is empty, its holder has not written its process id yet.
    if (holder !== 0 && holder !== process.pid && !isAlive(holder)) rmSync(lock, { force: true })
  } catch (cause) {
    if (errorCode(cause) !== 'ENOENT') throw cause
  }
  return false
}

/**
 * Makes a value once for all processes of this machine. One process calls `make`, and the others wait until `read`
 * returns the value. If the process that makes it is killed, another one takes over.
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
