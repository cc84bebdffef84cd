import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { CampaignResult } from './campaign.ts'

/** Maximum of processes: each also has a chain, which uses as much again. */
const mostWorkers = 4

/** Seeds after which progress is reported. */
const progressStep = 50

/**
 * Plays seeds in several processes, each with a chain and a provider of its own. A process that is done with a seed
 * takes the next, so that none waits for another.
 *
 * @param onResult called with each result, in the order in which the seeds end.
 * @throws {Error} if a process ends before its seed.
 */
export async function playSeeds(
  first: number,
  seeds: number,
  onResult: (result: CampaignResult) => void,
): Promise<void> {
  const queue = { next: first, played: 0 }
  const started = performance.now()
  const take = (): number | undefined => (queue.next < first + seeds ? queue.next++ : undefined)
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const worker = fork(fileURLToPath(new URL('./seedWorker.ts', import.meta.url)))
      const held: { seed: number | undefined } = { seed: undefined }
      const give = () => {
        held.seed = take()
        worker.send({ seed: held.seed })
      }
      worker.on('message', (message: { readonly result?: CampaignResult }) => {
        const { result } = message
        if (result !== undefined) {
          onResult(result)
          queue.played += 1
          if (queue.played % progressStep === 0)
            console.error(
              `${queue.played} of ${seeds} seeds, ${Math.round((performance.now() - started) / 1_000)} s`,
            )
        }
        give()
      })
      worker.on('exit', (code) =>
        held.seed === undefined && code === 0
          ? resolve()
          : reject(new Error(`The process that played seed ${held.seed} ended with ${code}.`)),
      )
    })
  const workers = Math.min(seeds, mostWorkers, availableParallelism())
  await Promise.all(Array.from({ length: workers }, work))
}
