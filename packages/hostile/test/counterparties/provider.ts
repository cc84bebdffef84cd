import { orderHash, type SignedOrder } from '@sluice/seaport'
import { asksPath } from '@sluice/wire/paths'
import { type Hex, stringify } from 'viem'
import { startTestProvider } from '../../../core/test/support/provider.ts'
import type { Stage, StageCall } from './stage.ts'

/** Answers `POST /execute/*` and posted orders. Everything else is answered from the chain. */
export type StageAnswers = {
  /** @param body the client's request. */
  readonly plan: (body: Readonly<Record<string, unknown>>) => unknown
  readonly onPost?: (body: unknown, signature: Hex) => { readonly status?: number; readonly body: unknown }
}

/** One call as a step's item names it. */
export const itemOf = (from: string, { to, data, value = 0n }: StageCall, orderIds: readonly Hex[] = []) => ({
  status: 'incomplete',
  data: { from, to, data, value: `0x${value.toString(16)}` },
  ...(orderIds.length === 0 ? {} : { orderIds }),
})

export const stepOf = (id: string, kind: 'transaction' | 'signature', items: readonly unknown[]) => ({
  id,
  action: id,
  description: id,
  kind,
  items,
})

/** A listing as a provider returns it, with its terms and its signature. */
const listingOf = ({ components, signature }: SignedOrder) => ({
  id: orderHash(components),
  kind: 'seaport-v1.6',
  side: 'sell',
  status: 'active',
  tokenSetId: `token:${components.offer[0]?.token}:${components.offer[0]?.identifierOrCriteria}`,
  maker: components.offerer,
  rawData: { ...JSON.parse(stringify(components)), signature },
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

/** What a scene's provider knows. */
type Served = { readonly answers: StageAnswers; readonly orders: readonly SignedOrder[] }

/** A provider over HTTP: plans and listings as the scene writes them, and the chain's state of mined transactions. */
export async function startStageProvider(stage: Stage) {
  const provider = await startTestProvider()
  const held: { served: Served } = { served: { answers: { plan: () => ({ steps: [] }) }, orders: [] } }
  const receiptOf = (hash: string) =>
    stage.ask<{ status: Hex; logs: { address: Hex; topics: Hex[]; data: Hex }[] } | null>(
      'eth_getTransactionReceipt',
      [hash],
    )
  provider.on('*', { status: 404, body: { message: 'Not found' } })
  provider.on('/execute/*', async ({ body }) => ({ body: await held.served.answers.plan(body) }))
  provider.on(asksPath, ({ query }) => {
    const orders = held.served.orders.map(listingOf).filter(({ id }) => query.getAll('ids').includes(id))
    return { body: { orders, continuation: null } }
  })
  provider.on('/execute/results/v1', { body: {} })
  provider.on('/tokens/refresh/v1', { body: {} })
  const posted = ({ body, query }: { body: unknown; query: URLSearchParams }) =>
    held.served.answers.onPost?.(body, query.get('signature') as Hex) ?? { status: 404, body: {} }
  provider.on('/order/v3', posted)
  provider.on('/order/v4', posted)
  provider.on('/transactions/*', async ({ path }) => ({
    body: { synced: (await receiptOf(path.split('/')[2] ?? '')) !== null },
  }))
  provider.on('/transfers/bulk/v1', async ({ query }) => {
    const txHash = query.get('txHash') ?? ''
    const logs = ((await receiptOf(txHash))?.logs ?? []).filter(({ topics }) => topics.length === 4)
    return {
      body: {
        transfers: logs.map(({ address, topics, data }, index) => ({
          id: `${txHash}:${index}`,
          token: {
            contract: address,
            tokenId: `${BigInt(data === '0x' ? (topics[3] as Hex) : data.slice(0, 66))}`,
          },
          from: `0x${topics.at(-2)?.slice(26)}`,
          to: `0x${topics.at(-1)?.slice(26)}`,
          amount: '1',
          txHash,
        })),
      },
    }
  })
  return {
    url: provider.url,
    serve: (served: Served) => {
      held.served = served
    },
    stop: provider.stop,
  }
}
