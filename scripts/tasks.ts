import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

export type Task = { readonly name: string; readonly command: readonly string[] }
/** The command that runs a script of the workspace from its sources. */
export const script = (...args: readonly string[]): readonly string[] => [
  process.execPath,
  '--conditions=@sluice/source',
  '--import',
  'tsx',
  ...args,
]

/** Counts of a run; `failures` has one line for each failure. */
export type Tally = { readonly passed: number; readonly failures: readonly string[] }

function runTask(
  task: Task,
  cwd: string,
  niceness: number,
): Promise<{ ok: boolean; output: string; seconds: number }> {
  const started = performance.now()
  return new Promise((done) => {
    const [file = '', ...args] = task.command
    const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness)
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    const finish = (ok: boolean, extra = '') =>
      done({
        ok,
        output: Buffer.concat(chunks).toString() + extra,
        seconds: (performance.now() - started) / 1000,
      })
    child.on('error', (error) => finish(false, String(error)))
    child.on('close', (code) => finish(code === 0))
  })
}

/**
 * Runs tasks, `width` at a time; prints a line for each and the output of failed ones.
 * @param niceness the priority, as `nice` counts it.
 */
export async function runAll(
  tasks: readonly Task[],
  cwd: string,
  width: number,
  niceness = 0,
): Promise<Tally> {
  const waiting = [...tasks]
  let passed = 0
  const failures: string[] = []
  const worker = async (): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const { ok, output, seconds } = await runTask(task, cwd, niceness)
      if (ok) passed += 1
      else failures.push(task.name)
      console.log(`${ok ? 'ok  ' : 'FAIL'} ${task.name} (${seconds.toFixed(1)} s)`)
      if (!ok) console.log(output)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return { passed, failures }
}
