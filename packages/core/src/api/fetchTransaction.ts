import { parseSynced, parseTransfers, type Transfer } from '@sluice/wire'
import { syncedPath, transfersPath } from '@sluice/wire/paths'
import type { Hex } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { parseAnswer } from './parseAnswer.ts'
import { type ApiClient, request } from './request.ts'

/** Returns whether the provider has seen a transaction (specification 7). One attempt: the caller polls. */
export async function fetchSynced(
  client: ApiClient,
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<boolean> {
  const path = syncedPath.replace('{txHash}', hash)
  return parseAnswer(parseSynced, await request(client, chain, { method: 'GET', path, signal }))
}

/** Returns the token transfers that the provider has seen in a transaction (specification 7). One attempt: the caller polls. */
export async function fetchTransfers(
  client: ApiClient,
  chain: Chain,
  hash: Hex,
  signal: AbortSignal,
): Promise<readonly Transfer[]> {
  const query = { txHash: hash }
  return parseAnswer(
    parseTransfers,
    await request(client, chain, { method: 'GET', path: transfersPath, query, signal }),
  )
}
