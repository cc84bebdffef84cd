import { AsyncLocalStorage } from 'node:async_hooks'

/** A chain's nodes have too many requests in progress: a request is not sent. */
export class NodeBusy extends Error {
  override readonly name = 'NodeBusy'
  /** The limit that was reached, as metrics name it. */
  readonly limit = 'node-calls'
}

/** Limits the requests to one chain's nodes, and takes them from callers in turn. */
export type CallQueue = {
  /** Runs `work` in the name of a caller, whose requests share one turn. */
  as<T>(caller: string, work: () => Promise<T>): Promise<T>
  /** The caller in whose name the current work runs; `''` for work of the provider itself. */
  caller(): string
  /** @throws {NodeBusy} when too many requests wait already, or the turn does not come in time. */
  run<T>(ask: () => Promise<T>): Promise<T>
  /** Requests that the nodes are answering, that wait for their turn, and that were rejected since the start. */
  states(): { readonly asking: number; readonly waiting: number; readonly rejected: number }
}

/** Requests that one chain's nodes receive at once, and that wait: of one caller, and of all. */
const [atOnce, maxOfOne, maxOfAll] = [32, 500, 5000]
/** Milliseconds that a request waits for its turn. */
const queueTimeout = 8000

/** The provider's own work, such as following the chain, is one caller among the others. */
const own = ''

/** Makes the queue of one chain. Callers take turns, so a caller with many requests does not delay the others. */
export function createCallQueue(): CallQueue {
  const names = new AsyncLocalStorage<string>()
  /** Work in the name of callers. */
  let named = 0
  /** By caller, in the order of their turns. */
  const waiting = new Map<string, (() => void)[]>()
  let asking = 0
  let count = 0
  let rejected = 0

  const next = (): void => {
    const [turn] = waiting
    if (turn === undefined || asking >= atOnce) return
    const [caller, starts] = turn
    const start = starts.shift()
    waiting.delete(caller)
    if (starts.length > 0) waiting.set(caller, starts)
    count -= 1
    start?.()
  }
  const turnOf = (caller: string): Promise<void> => {
    const starts = waiting.get(caller) ?? []
    if (count >= maxOfAll || starts.length >= maxOfOne) {
      rejected += 1
      throw new NodeBusy('Too many requests are waiting for the node.')
    }
    return new Promise((done, fail) => {
      const start = (): void => {
        clearTimeout(timer)
        asking += 1
        done()
      }
      const timer = setTimeout(() => {
        const mine = waiting.get(caller) ?? []
        mine.splice(mine.indexOf(start), 1)
        if (mine.length === 0) waiting.delete(caller)
        count -= 1
        rejected += 1
        fail(new NodeBusy('The node has too many requests to answer this one in time.'))
      }, queueTimeout)
      starts.push(start)
      waiting.set(caller, starts)
      count += 1
    })
  }
  return {
    as: async (caller, work) => {
      named += 1
      try {
        return await names.run(caller, work)
      } finally {
        named -= 1
        // Node 20 slows down every promise of the process while a storage is in use.
        if (named === 0) names.disable()
      }
    },
    states: () => ({ asking, waiting: count, rejected }),
    caller: () => names.getStore() ?? own,
    run: async (ask) => {
      if (asking < atOnce && count === 0) asking += 1
      else await turnOf(names.getStore() ?? own)
      try {
        return await ask()
      } finally {
        asking -= 1
        next()
      }
    },
  }
}
