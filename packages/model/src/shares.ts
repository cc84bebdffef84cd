import type { AgreedFee, OfferedOrder, SignCase, SignTerms } from './signCase.ts'

export type Subject = {
  readonly given: SignCase
  readonly terms: SignTerms
  readonly order: OfferedOrder
  readonly isBid: boolean
}

/** Fees and royalties of terms. */
export const feesOf = ({ terms, given }: Subject): readonly AgreedFee[] => {
  const royalty = Math.min(terms.royaltyBps ?? 0, given.artistBps, 1_000)
  return royalty > 0 ? [...terms.fees, { to: 'artist', bps: royalty }] : terms.fees
}

type Shares = Readonly<Record<string, readonly [bigint, bigint]>>

/** Returns each recipient's share of a price, by one way of rounding. Recipients of nothing are left out. */
export function sharesBy(subject: Subject, fees: readonly AgreedFee[], unit: bigint): Shares {
  const { terms, isBid } = subject
  const part = (amount: bigint, bps: number) => (((amount / unit) * BigInt(bps)) / 10_000n) * unit
  const end = isBid ? terms.gross : (terms.endGross ?? terms.gross)
  const shares: Record<string, [bigint, bigint]> = {}
  for (const { to, bps } of fees) {
    const [first, last] = shares[to] ?? [0n, 0n]
    shares[to] = [first + part(terms.gross, bps), last + part(end, bps)]
  }
  if (!isBid) {
    const paid = Object.values(shares)
    const rest = (at: 0 | 1, gross: bigint) => paid.reduce((sum, share) => sum - share[at], gross)
    shares.account = [rest(0, terms.gross), rest(1, end)]
  }
  return Object.fromEntries(Object.entries(shares).filter(([, [first, last]]) => first > 0n || last > 0n))
}

/** Every honest way of rounding: fee by fee or recipient by recipient, of the whole price or of a unit. */
function honestShares(subject: Subject): readonly Shares[] {
  const fees = feesOf(subject)
  const { quantity, gross, endGross } = subject.terms
  const together = ['market', 'artist'].flatMap((to): readonly AgreedFee[] => {
    const bps = fees.reduce((sum, fee) => (fee.to === to ? sum + fee.bps : sum), 0)
    return bps > 0 ? [{ to: to as AgreedFee['to'], bps }] : []
  })
  const divides = quantity > 1n && gross % quantity === 0n && (endGross ?? gross) % quantity === 0n
  return [fees, together].flatMap((list) =>
    (divides ? [1n, quantity] : [1n]).map((unit) => sharesBy(subject, list, unit)),
  )
}

const offeredShares = ({ order }: Subject): Shares => {
  const shares: Record<string, readonly [bigint, bigint]> = {}
  for (const { to, start, end } of order.payments) {
    const [first, last] = shares[to] ?? [0n, 0n]
    if (start > 0n || end > 0n) shares[to] = [first + start, last + end]
  }
  return shares
}
const textOf = (shares: Shares): string =>
  Object.entries(shares)
    .map(([to, [first, last]]) => `${to}:${first}:${last}`)
    .sort()
    .join()
export const isHonestlyShared = (subject: Subject): boolean => {
  const offered = textOf(offeredShares(subject))
  return honestShares(subject).some((shares) => textOf(shares) === offered)
}
