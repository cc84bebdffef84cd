import { type Address, zeroAddress } from 'viem'
import type { PriceViews } from '../../views/priceView.ts'
import type { RouteContext } from '../routeContexts.ts'

/** The same collections with the public mint that SeaDrop has for each, and whether it is open. The chain is read now. */
export async function withMintStages<T extends { readonly id: Address }>(
  { trade: { chain, live, now } }: RouteContext,
  collections: readonly T[],
  prices: PriceViews,
) {
  const { seaDrop } = chain
  const facts = await live.read(
    collections.map(({ id: token }) => ({ ask: 'mint', seaDrop, token, account: zeroAddress })),
  )
  return collections.map((collection) => {
    const state = facts.mint(seaDrop, collection.id, zeroAddress)
    if (state === undefined || state.endTime === 0n) return collection
    const isOpen = now() >= state.startTime && now() <= state.endTime && state.supply < state.maxSupply
    const stage = {
      stage: 'public-sale',
      kind: 'public',
      tokenId: null,
      price: prices.price(zeroAddress, state.price),
      startTime: Number(state.startTime),
      endTime: Number(state.endTime),
      maxMintsPerWallet: Number(state.maxPerWallet),
    }
    return { ...collection, isMinting: isOpen, mintStages: [stage] }
  })
}
