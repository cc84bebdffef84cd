import { availableParallelism } from 'node:os'
import { extname } from 'node:path'
import { Worker } from 'node:worker_threads'

/** Threads that verify signatures, so that the thread that serves requests does not. */
export type SignatureThreads = {
  /** Whether a thread takes records now: not before the first one is ready, nor when all have too many already. */
  accepts(more: number): boolean
  /** Returns one byte for each record, as `checkRecords` does; `undefined` when the thread ended first. */
  check(records: Uint8Array): Promise<Uint8Array | undefined>
  close(): Promise<void>
}

type Thread = {
  readonly worker: Worker
  ready: boolean
  /** Pending calls, oldest first: a thread answers in the order of its messages. */
  readonly waiting: ((answers: Uint8Array | undefined) => void)[]
}

/** One core is left to the serving thread and Postgres. */
const maxThreads = Math.max(1, Math.min(4, availableParallelism() - 1))
/** Ample for records; with the default limits each thread would grow without need. */
const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 }

/** The module that a thread runs, and the flags of node that it needs in addition to this process's. */
export type ThreadProgram = { readonly url: URL; readonly flags?: readonly string[] }

/** The compiled module; `undefined` when running from source, since a thread does not read TypeScript by itself. */
const installed = (): ThreadProgram | undefined =>
  extname(import.meta.filename) === '.js'
    ? { url: new URL('./signatureThread.js', import.meta.url) }
    : undefined

/**
 * Makes the pool. Threads start when one is first needed; until they are ready, or where they cannot run, callers do
 * the work themselves.
 */
export function createSignatureThreads(program: ThreadProgram | undefined = installed()): SignatureThreads {
  let threads: Thread[] = []
  let closed = program === undefined

  const drop = (thread: Thread): void => {
    // A thread that never became ready would not the next time either.
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
    // The callers do its work, and the next need of a thread starts another one.
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
      while (program !== undefined && !closed && threads.length < maxThreads) start(program)
      return (idlest()?.waiting.length ?? Number.POSITIVE_INFINITY) < more
    },
    check: (records) =>
      new Promise((done) => {
        const thread = idlest()
        if (thread === undefined) return done(undefined)
        thread.waiting.push(done)
        // A copy, because for a part of a buffer the whole buffer would be sent.
        thread.worker.postMessage(new Uint8Array(records))
      }),
    close: async () => {
      closed = true
      await Promise.all(threads.map(({ worker }) => worker.terminate()))
    },
  }
}
