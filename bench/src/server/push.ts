import { rpc } from '@sluice/devnet'
import { createClient, webSocket } from 'viem'
import { figureOf, type Table } from '../report/figures.ts'
import { withProvider } from './withChain.ts'

const blocks = 80
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/** Numbers of the blocks that a node announces on a socket, with the times of arrival. */
async function watchHeads(url: string, times: Map<number, number>): Promise<() => void> {
  const { transport } = createClient({ transport: webSocket(url) })
  const { unsubscribe } = await transport.subscribe({
    params: ['newHeads'],
    onData: ({ result }) => times.set(Number(result?.number), performance.now()),
  })
  const socket = await transport.getRpcClient()
  return () => {
    unsubscribe().finally(() => socket.close())
  }
}

/** The same blocks as a client of the provider gets them: every response includes them by then. */
export async function watchEvents(url: string, times: Map<number, number>): Promise<() => void> {
  const stop = new AbortController()
  const { body } = await fetch(`${url}/events?types=block`, { signal: stop.signal })
  if (body === null) throw new Error('The stream has no body.')
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  const read = async (): Promise<void> => {
    for (let rest = ''; ; ) {
      const { value, done } = await reader.read()
      if (done) return
      const parts = (rest + value).split('\n\n')
      rest = parts.pop() ?? ''
      for (const [, json = ''] of parts.join('\n').matchAll(/^data: (.*)$/gm))
        times.set((JSON.parse(json) as { number: number }).number, performance.now())
    }
  }
  // It ends when it is cut off.
  read().catch(() => undefined)
  return () => stop.abort()
}

/** Milliseconds from a block's announcement by the node to the event at a client of the provider. */
export const push = (): Promise<readonly Table[]> =>
  withProvider(async (chain, base) => {
    const announced = new Map<number, number>()
    const received = new Map<number, number>()
    const ends = [await watchHeads(chain.wsUrl, announced), await watchEvents(base, received)]
    for (let block = 0; block < blocks; block += 1) {
      await rpc(chain.rpcUrl, 'evm_mine')
      await new Promise((wake) => setTimeout(wake, 250))
    }
    await new Promise((wake) => setTimeout(wake, 1000))
    for (const end of ends) end()
    const waits = [...announced]
      .flatMap(([number, time]) => {
        const then = received.get(number)
        return then === undefined ? [] : [Math.max(0, then - time)]
      })
      .sort((a, b) => a - b)
    return [
      {
        id: 'push',
        title: 'From a block announced by the node to a client of the provider',
        note: `${waits.length} of ${announced.size} blocks; the facts of a block are in every answer by then. Budgets: 25 at the median, 250 at the 99th percentile.`,
        unit: 'ms',
        better: 'less',
        rows: [
          { what: 'median', ours: figureOf([at(waits, 0.5)]) },
          { what: '99th percentile', ours: figureOf([at(waits, 0.99)]) },
        ],
      },
    ]
  })
