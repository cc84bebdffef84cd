import type { AssetDelta, Authority, Effects } from '@sluice/core'

/**
 * Whether a later summary stays within what the user has already approved: nothing more leaves, nothing less arrives, no
 * wider permission stays, no other order ends. Then it is not asked again.
 */
export function withinConsent(agreed: Effects, asked: Effects): boolean {
  const grants = new Map(agreed.authority.map((entry) => [authorityKey(entry), entry]))
  return (
    atMost(totals(asked.give), totals(agreed.give)) &&
    atMost(totals(agreed.get), totals(asked.get)) &&
    atMost(feeTotals(asked), feeTotals(agreed)) &&
    asked.authority.every((entry) => {
      const grant = grants.get(authorityKey(entry))
      return grant !== undefined && (entry.amount ?? 0n) <= (grant.amount ?? 0n)
    }) &&
    endsWithin(agreed.ends, asked.ends) &&
    (asked.until === undefined || (agreed.until !== undefined && asked.until <= agreed.until))
  )
}

function endsWithin(agreed: Effects['ends'] = [], asked: Effects['ends'] = []): boolean {
  if (agreed === 'all') return true
  return asked !== 'all' && asked.every(({ order }) => agreed.some((one) => one.order === order))
}

const assetKey = (asset: AssetDelta) => `${asset.kind}:${asset.contract}:${asset.tokenId ?? ''}`
const authorityKey = (entry: Authority) =>
  `${entry.kind}:${entry.contract}:${entry.spender}:${entry.order ?? ''}:${entry.amount === undefined}`

function totals(assets: readonly AssetDelta[], key = assetKey): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const asset of assets) sums.set(key(asset), (sums.get(key(asset)) ?? 0n) + asset.amount)
  return sums
}

const feeTotals = (effects: Effects) =>
  totals(effects.fees, (fee) => `${assetKey(fee)}:${(fee as Effects['fees'][number]).recipient}`)

const atMost = (part: ReadonlyMap<string, bigint>, whole: ReadonlyMap<string, bigint>): boolean =>
  [...part].every(([key, amount]) => amount <= (whole.get(key) ?? 0n))
