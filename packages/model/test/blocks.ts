import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { build, type Plugin } from 'esbuild'
import { bytesToHex, keccak256 } from 'viem'
import { Coverage } from './coverage.ts'
import { keccak256 as fastKeccak256 } from './fastKeccak.ts'
import type { BlockRequest, BlockResult } from './worker.ts'

const here = import.meta.dirname
const casesOfBlock = 10_000

/** Throws if the faster keccak differs from viem's on an input of up to five blocks. */
function checkKeccak(): void {
  for (let size = 0; size < 5 * 136; size++) {
    const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31 + size * 7) % 256)
    const hash = keccak256(bytes)
    const all = [
      fastKeccak256(bytes),
      fastKeccak256(bytesToHex(bytes)),
      bytesToHex(fastKeccak256(bytes, 'bytes')),
    ]
    if (all.some((one) => one !== hash))
      throw new Error(`The two implementations of keccak-256 differ on ${size} bytes.`)
  }
}

const withFastKeccak: Plugin = {
  name: 'fast keccak',
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/keccak256\.js$/ }, () => ({ path: resolve(here, 'fastKeccak.ts') })),
}

/** Bundles the worker with a faster keccak. Returns the file. */
async function bundledWorker(): Promise<string> {
  checkKeccak()
  const outfile = resolve(here, '../../../.sluice/model/worker.mjs')
  await build({
    entryPoints: [resolve(here, 'worker.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['@sluice/source'],
    external: ['fast-check'],
    plugins: [withFastKeccak],
    logLevel: 'warning',
  })
  return outfile
}

/** How many of these digests differ; sorts them. */
function distinct(digests: BigUint64Array): number {
  digests.sort()
  return digests.reduce((count, one, at) => (at > 0 && digests[at - 1] === one ? count : count + 1), 0)
}

/**
 * Compares blocks of 10,000 cases, the block being the seed, in so many workers. Prints progress, and at the end what was
 * covered. Returns whether model and guards agreed; stops after the first block in which they do not, and where it is asked
 * to stop.
 */
export async function compareBlocks(first: number, count: number, workers: number): Promise<boolean> {
  const file = await bundledWorker()
  const coverage = new Coverage()
  const digests = new BigUint64Array(count * (casesOfBlock + 100))
  const started = performance.now()
  let next = first
  let done = 0
  let seen = 0
  const found: string[] = []
  let end = first + count
  const stop = (): void => {
    end = next
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)

  const take = ({ block, found: differences, counts }: BlockResult): void => {
    if (differences.length === 0) {
      digests.set([...counts.digests], seen)
      seen += counts.digests.size
    }
    coverage.merge(counts)
    found.push(...differences)
    done += 1
    const { user, system } = process.cpuUsage()
    const { cases } = coverage.counts
    const minutes = (performance.now() - started) / 60_000
    console.log(
      `Block ${block}: ${done} of ${count} blocks, ${cases} cases, ${Math.round(cases / minutes)} a minute, ${((user + system) / 1_000 / cases).toFixed(2)} ms of processor each.`,
    )
    if (done % 50 === 0) console.log(`${distinctCases()} of them are distinct.`)
  }
  const distinctCases = () => distinct(digests.subarray(0, seen))
  const work = () =>
    new Promise<void>((ended, failed) => {
      const worker = new Worker(file, { execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 64 } })
      const ask = (): void => {
        if (next >= end || found.length > 0) return void worker.terminate()
        worker.postMessage({ block: next++, cases: casesOfBlock } satisfies BlockRequest)
      }
      worker.on('message', (result: BlockResult) => {
        take(result)
        ask()
      })
      worker.on('error', failed)
      worker.on('exit', () => ended())
      ask()
    })
  await Promise.all(Array.from({ length: workers }, work))

  if (found.length > 0) console.error(found.join('\n\n'))
  else
    console.log(
      `\n${coverage.table()}\n${distinctCases()} of them are distinct.\nSeeds ${first} to ${end - 1}: model and guards never disagree.`,
    )
  return found.length === 0
}
