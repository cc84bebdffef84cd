import { parentPort } from 'node:worker_threads'
import { compareCases } from './campaign.ts'
import { type Counts, Coverage } from './coverage.ts'

/** Asks a worker for a block of cases. */
export type BlockRequest = { readonly block: number; readonly cases: number }
/** What a worker answers: disagreements, in words, and what its cases covered. */
export type BlockResult = {
  readonly block: number
  readonly found: readonly string[]
  readonly counts: Counts
}

parentPort?.on('message', ({ block, cases }: BlockRequest) => {
  const coverage = new Coverage()
  const found = compareCases(block, cases, coverage)
  parentPort?.postMessage({ block, found, counts: coverage.counts } satisfies BlockResult)
})
