import type { AssetDelta, CheckedItem, Intent } from '@sluice/guards'
import { addTo } from '@sluice/guards/internal'
import { type Address, zeroAddress } from 'viem'
import { beyondMandate, checkCollection, checkRecipient, checkTime, floorsOf } from './checkIntent.ts'
import type { Allowance, Spend } from './entry.ts'
import type { ParsedTerms } from './terms.ts'

/** What a prompt commits at worst. */
export type Commitment = {
  readonly spends: readonly Spend[]
  readonly allows: readonly Allowance[]
}

const isNft = ({ kind }: AssetDelta): boolean => kind === 'erc721' || kind === 'erc1155'

/**
 * Checks what the guards proved a prompt to do against a mandate.
 *
 * @returns what it may take from the account at most: amounts that leave or that a signature promises, and allowances.
 * @throws {TradeError} `blocked`; `field` names the part of the mandate that does not allow it.
 */
export function checkItem(terms: ParsedTerms, intent: Intent, item: CheckedItem, now: number): Commitment {
  const { effects, purpose } = item
  const { give, get, authority, trades = [], until } = effects
  checkTime(terms, 'blocked', now, until === undefined ? now : Number(until) * 1_000)
  const nfts = [...give, ...get, ...trades.map(({ token }) => token)].filter(isNft)
  for (const { contract } of nfts) checkCollection(terms, 'blocked', contract)
  for (const { kind, contract } of authority)
    if (kind === 'nft-operator' || kind === 'nft-token') checkCollection(terms, 'blocked', contract)
  const given = give.filter(isNft)
  if (purpose === 'transfer')
    for (const { counterparty } of given) checkRecipient(terms, 'blocked', counterparty)
  else if (given.length > 0) checkProceeds(terms, intent, item)
  return {
    spends: spendsOf(item, trades.length > 0),
    allows: authority.flatMap(({ kind, contract, spender, amount }) =>
      kind === 'erc20' ? [{ currency: contract, spender, amount: amount ?? 0n }] : [],
    ),
  }
}

/** Checks that tokens leave only for at least the floor of their collection, each of them. */
function checkProceeds(terms: ParsedTerms, { action }: Intent, { effects }: CheckedItem): void {
  const { give, trades = [] } = effects
  const units = new Map<Address, bigint>()
  for (const { token, price } of trades) {
    const floor = floorsOf(terms, 'blocked', token.contract).get(price.contract)
    if (floor === undefined || price.amount < floor * token.amount)
      throw beyondMandate(
        'blocked',
        'floors',
        `A token of ${token.contract} would bring less than the mandate's floor.`,
      )
    addTo(units, token.contract, token.amount)
  }
  for (const { contract, amount } of give.filter(isNft)) addTo(units, contract, -amount)
  if ((action !== 'list' && action !== 'sell') || [...units.values()].some((left) => left < 0n))
    throw beyondMandate('blocked', 'floors', 'A token would leave the account without a price.')
}

/** Returns the currencies that leave at worst; those of an order under its id, because it may be skipped or end. */
function spendsOf(item: CheckedItem, hasOrders: boolean): readonly Spend[] {
  const { give, trades = [] } = item.effects
  const spends = give.filter((delta) => !isNft(delta))
  const sums = new Map<Address, bigint>()
  for (const { contract, amount, most = amount } of spends)
    addTo(sums, contract, most > amount ? most : amount)
  // A moving price may send more than it costs; the rest comes back.
  if (item.kind === 'transaction' && item.call.value > (sums.get(zeroAddress) ?? 0n))
    sums.set(zeroAddress, item.call.value)
  const orders: Spend[] = []
  if (hasOrders && (item.purpose === 'buy' || item.purpose === 'sign-offer'))
    for (const { orderId: order, price } of trades) {
      const left = sums.get(price.contract) ?? 0n
      const amount = price.amount < left ? price.amount : left
      sums.set(price.contract, left - amount)
      orders.push({ currency: price.contract, amount, order })
    }
  const rest = [...sums].flatMap(([currency, amount]) => (amount === 0n ? [] : [{ currency, amount }]))
  return [...orders, ...rest]
}
