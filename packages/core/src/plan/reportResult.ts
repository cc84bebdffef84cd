import type { Intent } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import { isBytes32 } from '@sluice/seaport/hex'
import { asksPath, refreshTokenPath, resultsPath } from '@sluice/wire/paths'
import type { Hex } from 'viem'
import { type ApiClient, request } from '../api/request.ts'
import type { Chain } from '../chains/chain.ts'
import type { TradeError } from '../errors.ts'
import { property, textOf } from '../property.ts'
import type { CheckedPlan } from './checkedPlan.ts'
import type { PreparedAction } from './preparedAction.ts'

/** How many characters of an error message a provider accepts. */
const maxMessage = 1_000

/**
 * Reports to the provider how an item went (specification 7). Never throws and never delays; sends only ids and our own
 * error message, without secrets. Without a request id there is nothing to report.
 */
export function reportResult(
  client: ApiClient,
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
  const errorMessage = error && client.redactor.text(error.message).slice(0, maxMessage)
  const body = { requestId, stepId, txHash, errorMessage }
  ignoreErrors(client, request(client, chain, { method: 'POST', path: resultsPath, body }))
}

/** Reports to the provider that an item of its plan failed. */
export function reportFailure(
  { client, chain }: { readonly client: ApiClient; readonly chain: Chain },
  { plan }: Pick<CheckedPlan, 'plan'>,
  at: ItemIndex,
  error: TradeError,
): void {
  const stepId = plan.steps[at.stepIndex]?.id ?? ''
  const { hash } = error.data
  const txHash = isBytes32(hash) ? hash : undefined
  reportResult(client, chain, { requestId: plan.requestId ?? undefined, stepId, txHash, error })
}

/**
 * Asks the provider to refresh the tokens' orders, after it failed to sell or buy them. The tokens of orders that were
 * given by id are looked up at the provider.
 */
export function refreshTokens(
  client: ApiClient,
  chain: Chain,
  { refresh = [], intent }: PreparedAction,
  error: TradeError,
): void {
  const status = error.data.status
  // A rejected key or a reached limit says nothing about the tokens.
  if (status === undefined || status === 401 || status === 403 || status === 429) return
  const ask = async () => {
    const tokens = new Set([...refresh, ...(await tokensOfOrders(client, chain, intent))])
    for (const token of tokens) {
      const body = { token, liquidityOnly: true }
      ignoreErrors(client, request(client, chain, { method: 'POST', path: refreshTokenPath, body }))
    }
  }
  ignoreErrors(client, ask())
}

/** How many orders are looked up at most. */
const maxOrders = 50

/** Returns the tokens of the orders that a purchase names by their ids. */
async function tokensOfOrders(client: ApiClient, chain: Chain, intent: Intent): Promise<readonly string[]> {
  const items = intent.action === 'buy' ? intent.items : []
  const ids = items
    .flatMap(({ target }) => (target.kind === 'order' ? target.orderId : []))
    .slice(0, maxOrders)
  if (ids.length === 0) return []
  const answer = await request(client, chain, { method: 'GET', path: asksPath, query: { ids } })
  const orders = property(answer, 'orders')
  return (Array.isArray(orders) ? orders : []).flatMap((order: unknown) => {
    const id = property(order, 'id')
    const token = /^token:(0x[0-9a-f]{40}:[0-9]{1,78})$/i.exec(String(property(order, 'tokenSetId')))?.[1]
    return token !== undefined && ids.some((named) => named === id) ? [token.toLowerCase()] : []
  })
}

function ignoreErrors(client: ApiClient, sent: Promise<unknown>): void {
  sent.catch((cause: unknown) =>
    client.log.verbose('A report did not reach the provider.', { reason: textOf(cause) }),
  )
}
