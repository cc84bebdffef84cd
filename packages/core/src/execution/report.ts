import { routes } from '@sluice/wire/routes'
import type { Hex } from 'viem'
import { request } from '../api/request.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import type { TradeError } from '../errors.ts'
import type { ItemIndex } from '../guards/verdict.ts'
import type { Pass, Session } from './session.ts'

/**
 * Tells the provider how an item went. Never throws, never delays, and says no more than ids and a code.
 * Without a request id there is nothing to tell.
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
  const body = { requestId, stepId, txHash, errorMessage: error?.code }
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

/** Asks the provider to look at the tokens' orders again, after it failed to sell or buy them. */
export function refreshTokens(
  client: Client,
  chain: Chain,
  tokens: readonly string[],
  error: TradeError,
): void {
  const status = error.data.status
  // A key that is refused or a limit that is reached says nothing about the tokens.
  if (status === undefined || status === 401 || status === 403 || status === 429) return
  for (const token of new Set(tokens)) {
    const body = { token, liquidityOnly: true }
    forget(client, request(client, chain, { method: 'POST', path: routes.refreshToken.path, body }))
  }
}

function forget(client: Client, sent: Promise<unknown>): void {
  sent.catch((cause: unknown) =>
    client.log.verbose('A report did not reach the provider.', { reason: String(cause) }),
  )
}
