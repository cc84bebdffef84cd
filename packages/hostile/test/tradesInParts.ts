import { type Fill, fulfillAdvanced, fulfillAvailable } from '@sluice/seaport'
import * as honest from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'

const { editions, eth, native, nft, weth } = who
const ids = [50n, 51n, 52n]

const grouped = (fills: readonly Fill[]) => honest.sale(fulfillAvailable(fills, honest.fillOptions))
const apart = (fills: readonly Fill[]) =>
  honest.sale(...fills.map((fill) => fulfillAdvanced(fill, honest.fillOptions)))
const ways = [
  ['in one call', grouped],
  ['in several calls', apart],
] as const

const bought = (prices: readonly bigint[], write: typeof grouped, partial: boolean) => {
  const fills = prices.map((gross, at) => honest.fillOf(honest.ask(ids[at], { gross })))
  const items = ids.map((tokenId) => ({
    target: { kind: 'token' as const, contract: nft, tokenId },
    quantity: 1n,
  }))
  const intent = honest.buyIntent({ items, limits: new Map([[native, 3n * eth]]), partial })
  return honest.buy('bought in parts', intent, [write(fills)])
}
const units = (prices: readonly bigint[], write: typeof grouped, partial: boolean) => {
  const fills = prices.map((gross, at) =>
    honest.fillOf(
      honest.ask(7n, { token: editions, kind: 'erc1155', quantity: 2n, gross: 2n * gross, salt: BigInt(at) }),
    ),
  )
  const target = { kind: 'token' as const, contract: editions, tokenId: 7n }
  const items = [{ target, quantity: 6n }]
  const intent = honest.buyIntent({ items, limits: new Map([[native, 6n * eth]]), partial })
  return honest.buy('units in parts', intent, [write(fills)])
}
const sold = (prices: readonly bigint[], write: typeof grouped, partial: boolean) => {
  const fills = prices.map((gross, at) =>
    honest.fillOf(honest.offer({ tokenId: ids[at] ?? 0n }, { gross, fees: [], salt: BigInt(at) })),
  )
  const items = ids.map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined }))
  const intent = honest.sellIntent({ items, minimums: new Map([[weth, 3n * eth]]), partial })
  return honest.sell('sold in parts', [write(fills)], intent, who.approvedFacts())
}

/** Trades of three orders, honest, uneven and partial, by calls that skip orders and by calls that may never be mined. */
export const tradesInParts: readonly (readonly [string, () => honest.Fixture])[] = (
  [
    ['bought', bought],
    ['units', units],
    ['sold', sold],
  ] as const
).flatMap(([kind, make]) =>
  ways.flatMap(([way, write]) =>
    (
      [
        ['at one price', [eth, eth, eth]],
        ['one of them dear', [(298n * eth) / 100n, eth / 100n, eth / 100n]],
        ['two of three', [eth, eth]],
        ['one for all of the money', [3n * eth]],
      ] as const
    ).flatMap(([what, prices]) =>
      [false, true].map(
        (partial) =>
          [
            `${kind} ${way}, ${what}${partial ? ', partial' : ''}`,
            () => make(prices, write, partial),
          ] as const,
      ),
    ),
  ),
)
