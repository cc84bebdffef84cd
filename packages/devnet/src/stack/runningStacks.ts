import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { cacheFolder } from '../contracts/compile.ts'
import { errorCode, isAlive } from '../processes/withFileLock.ts'
import { writeAtomically } from '../processes/writeAtomically.ts'
import type { StackDescription } from './stack.ts'

/** A running stack of this checkout. */
export type RunningStack = {
  /** Id of the process that runs it. */
  readonly pid: number
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly description: StackDescription
}

const runningFolder = join(dirname(cacheFolder), 'running')

/**
 * Records a running stack, so that `sluice create` and `npm run docs` find its ports. Returns a function that removes the
 * record.
 */
export function recordStack(description: StackDescription, folder: string = runningFolder): () => void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${process.pid}.json`)
  const running: RunningStack = { pid: process.pid, startedAt: Date.now(), description }
  writeAtomically(file, JSON.stringify(running))
  return () => rmSync(file, { force: true })
}

/** Returns the running stacks of this checkout, the newest first. Removes records of processes that have exited. */
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
