import type { ChainState, Verdict } from '@sluice/guards'
import type { Address } from 'viem'
import { barredCollections } from '../simulation/barredCollections.ts'
import type { PlanContext } from './planContext.ts'

/** Returns the collections of listings about to be signed that do not let the exchange move their tokens. */
export async function readBarredCollections(
  { client, prepared, reader, signal }: PlanContext,
  verdict: Verdict,
  { kinds, holdings, operators }: ChainState,
): Promise<readonly Address[]> {
  const { intent } = prepared
  const spender = verdict.effects.authority.find(({ kind }) => kind === 'order')?.spender
  const signs = verdict.items.some(({ purpose }) => purpose === 'sign-listing')
  const tries = client.policy.simulation.when === 'always' && signs
  if (reader === undefined || !tries || spender === undefined || intent.action !== 'list') return []
  const barred = await barredCollections({ reader, intent, spender, kinds, holdings, operators })
  signal.throwIfAborted()
  return barred
}
