import { routes } from '@sluice/wire/routes'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { type ApiClient, request } from './request.ts'

/** Returns whether the provider has seen the transaction (specification 7). One attempt: the caller polls. */
export async function fetchSynced(
  client: ApiClient,
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  const path = routes.synced.path.replace('{txHash}', hash)
  const { synced } = (await request(client, chain, { method: 'GET', path, signal })) as { synced?: unknown }
  if (typeof synced === 'boolean') return synced
  throw new TradeError('provider_malformed', 'The provider’s answer has a bad field "synced".', {
    data: { field: 'synced' },
  })
}
