import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../contracts/compile.ts'
import { errorCode, isAlive } from '../processes/withFileLock.ts'
import type { StackDescription } from './stack.ts'

/** A stack of this checkout that is running now. */
export type RunningStack = {
  /** The process that stops it. */
  readonly pid: number
  /** Milliseconds. */
  readonly startedAt: number
  readonly description: StackDescription
}

const runningFolder = join(dirname(cacheFolder), 'running')

/** Records that a stack runs, so that `sluice create` and `npm run docs` find its ports. Returns the function that removes the record. */
export function recordStack(description: StackDescription, folder: string = runningFolder): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.json`)
  const running: RunningStack = { pid: process.pid, startedAt: Date.now(), description }
  // Written atomically: a reader sees all of it or nothing.
  writeFileSync(`${file}.draft`, JSON.stringify(running))
  renameSync(`${file}.draft`, file)
  return () => rmSync(file, { force: true })
}

/** Returns the stacks of this checkout that run, the newest first. Records of processes that ended are removed. */
export function runningStacks(folder: string = runningFolder): readonly RunningStack[] {
  return filesOf(folder)
    .flatMap((file) => {
      const running = JSON.parse(readFileSync(file, 'utf8')) as RunningStack
      if (isAlive(running.pid)) return [running]
      rmSync(file, { force: true })
      return []
    })
    .sort((a, b) => b.startedAt - a.startedAt)
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(folder, name))
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return []
    throw cause
  }
}
