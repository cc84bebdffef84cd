import { fork } from 'node:child_process'
import { once } from 'node:events'
import { startRecorder } from './recorder.ts'

/** Starts a recorder in a process of its own: its work is not that of the process that measures. */
export async function forkRecorder(
  target: string,
  apiKey: string,
): Promise<{ readonly url: string; stop(): void }> {
  const child = fork(import.meta.filename, [], {
    env: { ...process.env, BENCH_RECORDED: JSON.stringify([target, apiKey]) },
  })
  const [url] = (await once(child, 'message')) as [string]
  return { url, stop: () => child.disconnect() }
}

const recorded = process.env.BENCH_RECORDED
if (recorded !== undefined && process.send !== undefined) {
  const [target, apiKey] = JSON.parse(recorded) as [string, string]
  const { url } = await startRecorder(target, apiKey)
  process.once('disconnect', () => process.exit())
  process.send(url)
}
