import type { Hex } from 'viem'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { bookRoyalty, bookTip, royaltyOn } from './onTop.ts'
import { balance, type Context, common, held, isActive, low, type Plan, show, somebody } from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import { type Entry, isWhole, key, moneyOf, nftOf, sizeOf, tokenOf, unitsLeft } from './truth.ts'

export function sell(context: Context): Plan {
  const { floor, random, note, world } = context
  const index = somebody(context)
  const account = floor.watched.traders[index]!
  const own = held(context, index)
  const offers = [...floor.book.values()].filter(
    (entry) => entry.side === 'buy' && entry.order.offerer !== account && isActive(context, entry),
  )
  const count = random.pick([1, 1, 1, 2, 3])
  const left = new Map<string, bigint>()
  const funds = new Map<string, bigint>()
  const items: { token: string; orderId: Hex; quantity?: number }[] = []
  const parts: { entry: Entry; units: bigint; token: string }[] = []
  let money: string | undefined
  for (const entry of random.some(offers, count)) {
    if (money !== undefined && low(moneyOf(entry).token) !== money) continue
    const [contract] = tokenOf(entry).split(':')
    const fits = own.filter(
      (token) =>
        token.startsWith(contract!) &&
        (entry.tokenIds === undefined || entry.tokenIds.includes(BigInt(token.split(':')[1]!))) &&
        (left.get(token) ?? balance(context, index, token)) > 0n,
    )
    let open = unitsLeft(entry, world)
    for (const token of fits.length === 0 ? [] : random.some(fits, 3)) {
      const have = left.get(token) ?? balance(context, index, token)
      if (open === 0n || have === 0n) continue
      if (isWhole(entry) && have < open) continue
      const units = isWhole(entry) ? open : 1n + BigInt(random.below(Number(have < open ? have : open)))
      const gross = (moneyOf(entry).startAmount * units) / sizeOf(entry)
      // A maker's funds may be promised twice.
      const fund = key(entry.order.offerer, moneyOf(entry).token)
      const can =
        funds.get(fund) ??
        ((a, b) => (a < b ? a : b))(world.balances.get(fund) ?? 0n, world.allowances.get(fund) ?? 0n)
      if (can < gross) continue
      funds.set(fund, can - gross)
      open -= units
      left.set(token, have - units)
      money = low(moneyOf(entry).token)
      items.push({ token, orderId: entry.id, ...(units === 1n ? {} : { quantity: Number(units) }) })
      parts.push({ entry, units, token })
    }
  }
  if (money === undefined) throw new NotPossible()
  const net = parts.reduce((sum, { entry, units }) => {
    const paid = entry.order.consideration.filter(({ itemType }) => itemType <= 1)
    const part = (amount: bigint) => (amount * units) / sizeOf(entry)
    return (
      sum + part(moneyOf(entry).startAmount) - paid.reduce((all, item) => all + part(item.startAmount), 0n)
    )
  }, 0n)
  const receivers = random.odds(0.3) ? random.some(floor.watched.holders.slice(6, 11), 2) : []
  const feesOnTop = receivers.map((receiver) => ({ receiver, amount: BigInt(1 + random.below(900)) }))
  const normalizeRoyalties = random.odds(0.3)
  const royalties = normalizeRoyalties
    ? parts.reduce((sum, { entry, units }) => sum + royaltyOn(context, entry, units), 0n)
    : 0n
  const tips = feesOnTop.reduce((sum, { amount }) => sum + amount, royalties)
  const setup = common(context, index)
  note(
    show({
      items,
      feesOnTop,
      normalizeRoyalties,
      net: net - tips,
      kinds: parts.map(
        ({ entry }) =>
          `${entry.version} ${tokenOf(entry)} item ${nftOf(entry).itemType} type ${entry.order.orderType} of ${sizeOf(entry)}`,
      ),
    }),
  )
  const at = money
  return {
    kind: items.length === 1 ? 'sell' : 'sell several',
    start: () => [
      acceptOffers(floor.client, {
        ...setup,
        items,
        expectedPrice: { [at]: { raw: net - tips } },
        options: {
          ...(normalizeRoyalties ? { normalizeRoyalties } : {}),
          ...(feesOnTop.length === 0
            ? {}
            : { feesOnTop: feesOnTop.map((fee) => `${fee.receiver}:${fee.amount}`) }),
        },
      }),
    ],
    ends: ['complete'],
    touched: parts.map(({ token }) => token),
    settle: (ledger, mined, ends, moved) => {
      if (ends[0]?.status !== 'complete') return []
      const all = parts.reduce((sum, { units }) => sum + units, 0n)
      const tipped = [
        ...bookRoyalty(context, ledger, moved, account, at, royalties, feesOnTop, all),
        ...feesOnTop.flatMap((fee) => bookTip(ledger, moved, account, at, fee, all)),
      ]
      return parts.flatMap(({ entry, units, token }) => {
        const filled = mined.fills
          .filter((fill) => fill.entry.id === entry.id && fill.token === token)
          .reduce((sum, fill) => sum + fill.units, 0n)
        return filled === units ? tipped : [...tipped, `${entry.id} took ${filled} of ${token}, not ${units}`]
      })
    },
  }
}
