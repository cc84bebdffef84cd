import type { AssetDelta } from './verdict.ts'

/** Adds an amount to the sum of a key. */
export const addTo = <TKey>(sums: Map<TKey, bigint>, key: TKey, amount: bigint) =>
  sums.set(key, (sums.get(key) ?? 0n) + amount)

/** Returns the sum for each asset and counterparty, so that several transfers of a batch count together. */
export function summed(deltas: readonly AssetDelta[]): readonly AssetDelta[] {
  const sums = new Map<string, AssetDelta>()
  for (const delta of deltas) {
    const { kind, contract, tokenId, counterparty } = delta
    const key = `${kind}:${contract}:${tokenId ?? ''}:${counterparty ?? ''}`
    const before = sums.get(key)
    const most = (one: AssetDelta) => one.most ?? one.amount
    sums.set(
      key,
      before === undefined
        ? delta
        : {
            ...delta,
            amount: before.amount + delta.amount,
            ...(before.most === undefined && delta.most === undefined
              ? {}
              : { most: most(before) + most(delta) }),
          },
    )
  }
  return [...sums.values()]
}
