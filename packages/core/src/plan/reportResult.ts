import type { Intent } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import { routes } from '@sluice/wire/routes'
import type { Hex } from 'viem'
import { request } from '../api/request.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { TradeError } from '../errors.ts'
import { textOf } from '../property.ts'
import type { Pass, Prepared, Session } from './session.ts'

/** Characters of an error that a provider takes. */
const mostMessage = 1_000

/**
 * Tells the provider how an item went (specification 7). Never throws, never delays, and says no more than ids and our
 * own sentence, without anything secret. Without a request id there is nothing to tell.
 */
export function reportResult(
  client: Client,
  chain: Chain,
  result: {
    requestId: string | undefined
    stepId: string
    txHash?: Hex | undefined
    error?: TradeError | undefined
  },
): void {
  const { requestId, stepId, txHash, error } = result
  if (requestId === undefined || (txHash === undefined && error === undefined)) return
  const errorMessage = error && client.redactor.text(error.message).slice(0, mostMessage)
  const body = { requestId, stepId, txHash, errorMessage }
  forget(client, request(client, chain, { method: 'POST', path: routes.results.path, body }))
}

/** Tells the provider that an item of its plan failed. */
export function reportFailure(
  { client, chain }: Session,
  { plan }: Pass,
  at: ItemIndex,
  error: TradeError,
): void {
  const stepId = plan.steps[at.stepIndex]?.id ?? ''
  const txHash = error.data.hash as `0x${string}` | undefined
  reportResult(client, chain, { requestId: plan.requestId ?? undefined, stepId, txHash, error })
}

/**
 * Asks the provider to look at the tokens' orders again, after it failed to sell or buy them. Which tokens are sold by
 * orders that are named by their ids, the provider tells.
 */
export function refreshTokens(
  client: Client,
  chain: Chain,
  { refresh = [], intent }: Prepared,
  error: TradeError,
): void {
  const status = error.data.status
  // A key that is refused or a limit that is reached says nothing about the tokens.
  if (status === undefined || status === 401 || status === 403 || status === 429) return
  const ask = async () => {
    const tokens = new Set([...refresh, ...(await tokensOfOrders(client, chain, intent))])
    for (const token of tokens) {
      const body = { token, liquidityOnly: true }
      forget(client, request(client, chain, { method: 'POST', path: routes.refreshToken.path, body }))
    }
  }
  forget(client, ask())
}

/** Orders that are looked up at most. */
const mostOrders = 50

/** Tokens of the orders that a purchase names by their ids. */
async function tokensOfOrders(client: Client, chain: Chain, intent: Intent): Promise<readonly string[]> {
  const items = intent.action === 'buy' ? intent.items : []
  const ids = items
    .flatMap(({ target }) => (target.kind === 'order' ? target.orderId : []))
    .slice(0, mostOrders)
  if (ids.length === 0) return []
  const answer = await request(client, chain, { method: 'GET', path: routes.asks.path, query: { ids } })
  const { orders = [] } = answer as { orders?: readonly { id?: unknown; tokenSetId?: unknown }[] }
  return orders.flatMap(({ id, tokenSetId }) => {
    const token = /^token:(0x[0-9a-f]{40}:[0-9]{1,78})$/i.exec(String(tokenSetId))?.[1]
    return token !== undefined && ids.some((named) => named === id) ? [token.toLowerCase()] : []
  })
}

function forget(client: Client, sent: Promise<unknown>): void {
  sent.catch((cause: unknown) =>
    client.log.verbose('A report did not reach the provider.', { reason: textOf(cause) }),
  )
}
