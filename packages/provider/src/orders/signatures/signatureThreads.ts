import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Threads that check signatures, so that the one that serves does not. */
export type SignatureThreads = {
  /** Whether a thread takes records now: none does before the first is up, nor where it has too many already. */
  accepts(more: number): boolean
  /** One byte for each record, as `checkRecords` answers; `undefined` when the thread ended before it did. */
  check(records: Uint8Array): Promise<Uint8Array | undefined>
  close(): Promise<void>
}

type Thread = {
  readonly worker: Worker
  ready: boolean
  /** Who waits, oldest first: a thread answers in the order of its messages. */
  readonly waiting: ((answers: Uint8Array | undefined) => void)[]
}

/** The serving thread and Postgres want a core as well. */
const most = Math.max(1, Math.min(4, availableParallelism() - 1))
/** A heap of so many megabytes is ample for records; the system's default would let each thread grow without need. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 }

/** What a thread runs, and the flags of node that it needs beside those of this process. */
export type ThreadProgram = { readonly url: URL; readonly flags?: readonly string[] }

/** As it is installed. From source there is none: a thread reads no TypeScript by itself. */
const installed = (): ThreadProgram | undefined =>
  extname(import.meta.filename) === '.js'
    ? { url: new URL('./signatureThread.js', import.meta.url) }
    : undefined

/**
 * Threads start at the first look for one; until they are up, or where they cannot run, the caller does the work
 * itself.
 */
export function createSignatureThreads(program: ThreadProgram | undefined = installed()): SignatureThreads {
  let threads: Thread[] = []
  let closed = program === undefined

  const drop = (thread: Thread): void => {
    // One that never came up would not the next time either.
    if (!thread.ready) closed = true
    threads = threads.filter((one) => one !== thread)
    for (const done of thread.waiting.splice(0)) done(undefined)
  }
  const start = ({ url, flags }: ThreadProgram): void => {
    const worker = new Worker(url, {
      resourceLimits,
      ...(flags === undefined ? {} : { execArgv: [...process.execArgv, ...flags] }),
    })
    const thread: Thread = { worker, ready: false, waiting: [] }
    worker.unref()
    worker.on('message', (message: Uint8Array | 'ready') => {
      if (message === 'ready') thread.ready = true
      else thread.waiting.shift()?.(message)
    })
    // Its work is done by whoever waits, and the next look starts another thread.
    worker.on('error', () => drop(thread))
    worker.on('exit', () => drop(thread))
    threads.push(thread)
  }
  const idlest = (): Thread | undefined =>
    threads
      .filter(({ ready }) => ready)
      .reduce<Thread | undefined>(
        (best, one) => (best === undefined || one.waiting.length < best.waiting.length ? one : best),
        undefined,
      )

  return {
    accepts: (more) => {
      while (program !== undefined && !closed && threads.length < most) start(program)
      return (idlest()?.waiting.length ?? Number.POSITIVE_INFINITY) < more
    },
    check: (records) =>
      new Promise((done) => {
        const thread = idlest()
        if (thread === undefined) return done(undefined)
        thread.waiting.push(done)
        // A copy of its own: of a part of a buffer the whole would be sent.
        thread.worker.postMessage(new Uint8Array(records))
      }),
    close: async () => {
      closed = true
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
