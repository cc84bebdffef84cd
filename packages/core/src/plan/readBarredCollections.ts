import type { ChainState, Verdict } from '@sluice/guards'
import type { Address } from 'viem'
import { barredCollections, barredOffers } from '../simulation/barredCollections.ts'
import type { PlanContext } from './planContext.ts'

/** Returns the collections of orders about to be signed that do not let the exchange move their tokens. */
export async function readBarredCollections(
  { client, prepared, reader, signal }: PlanContext,
  verdict: Verdict,
  { kinds, holdings, operators, validators }: ChainState,
): Promise<readonly Address[]> {
  const { intent } = prepared
  const { simulation, zones } = client.policy
  const spender = verdict.effects.authority.find(({ kind }) => kind === 'order')?.spender
  const signs = verdict.items.some(({ purpose }) => purpose === 'sign-listing' || purpose === 'sign-offer')
  if (reader === undefined || !signs || spender === undefined) return []
  const common = { reader, spender, validators, zones: zones.own }
  const simulates = simulation.when === 'always'
  const barred =
    intent.action === 'list'
      ? await barredCollections({ ...common, intent, kinds, holdings, operators, simulates })
      : intent.action === 'bid'
        ? await barredOffers({ ...common, intent })
        : []
  signal.throwIfAborted()
  return barred
}
