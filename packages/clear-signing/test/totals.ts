import type { EndedOrder, ReviewCard } from '../../guards/src/index.ts'
import type { Item, StatedOrder, Statement } from './statement.ts'

/** What an action does to an account, in a form that a card and a text can both be brought to. */
export type Totals = {
  readonly give: Readonly<Record<string, bigint>>
  readonly get: Readonly<Record<string, bigint>>
  /** By currency and recipient. */
  readonly fees: Readonly<Record<string, bigint>>
  readonly until: bigint | undefined
  /** What each cancelled order gives and asks for. */
  readonly ends: readonly string[]
}

type Sums = Map<string, bigint>
const add = (sums: Sums, key: string, amount: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + amount)
}
const plain = (sums: Sums): Readonly<Record<string, bigint>> =>
  Object.fromEntries([...sums].filter(([, amount]) => amount !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)))

const isMoney = ({ kind }: Item): boolean => kind === 'Native coin' || kind === 'ERC-20'
const assetOf = (item: Item): string => {
  if (isMoney(item)) return item.contract
  return item.kind.startsWith('Any ') ? `${item.contract}:any:${item.id}` : `${item.contract}:${item.id}`
}

/** Returns an item with the token that a filler chose for it. */
function chosen({ choices }: Statement, order: number, side: 'gives' | 'asks', items: readonly Item[]) {
  return items.map((item, index) => {
    const choice = choices.find((one) => one.order === order && one.side === side && one.item === index)
    return choice === undefined ? item : { ...item, id: choice.tokenId, kind: item.kind.replace('Any ', '') }
  })
}

/** Returns the part of an amount that is filled, as its filler pays it: rounded up. */
const partOf = (amount: bigint, [numerator, denominator]: StatedOrder['part']): bigint =>
  (amount * numerator + denominator - 1n) / denominator

/** Returns what a text says that signing its orders does; a falling price counts as where it ends, like on a card. */
export function totalsOfSignature({ orders }: Statement, account: string): Totals {
  const [give, get, fees]: [Sums, Sums, Sums] = [new Map(), new Map(), new Map()]
  for (const { maker, gives, asks } of orders) {
    if (maker !== account) continue
    for (const item of gives) add(give, assetOf(item), item.first)
    for (const item of asks)
      if (item.to === account) add(get, assetOf(item), item.last)
      else if (isMoney(item)) add(fees, `${item.contract}:${item.to}`, item.last)
  }
  const ends = orders.filter(({ maker }) => maker === account).map(({ until }) => until)
  const until = ends.length === 0 ? undefined : ends.reduce((latest, one) => (one > latest ? one : latest))
  return { give: plain(give), get: plain(get), fees: plain(fees), until, ends: [] }
}

/** Returns what a text says that filling its orders does to the account that fills them. */
export function totalsOfFill(statement: Statement, account: string): Totals {
  const [give, get, fees]: [Sums, Sums, Sums] = [new Map(), new Map(), new Map()]
  for (const [index, { maker, gives, asks, part }] of statement.orders.entries()) {
    if (maker === account) {
      // An order of the account in a match mirrors the others; what it asks for others comes on top.
      const onTop = asks.filter((item) => isMoney(item) && item.to !== account)
      const sells = asks.some((item) => isMoney(item) && item.to === account)
      for (const item of onTop) {
        add(fees, `${item.contract}:${item.to}`, item.first)
        if (sells) add(get, item.contract, -item.first)
        else add(give, item.contract, item.first)
      }
      continue
    }
    for (const item of chosen(statement, index, 'gives', gives)) {
      const amount = partOf(item.first, part)
      add(get, assetOf(item), amount)
    }
    const isSale = gives.some(isMoney)
    for (const item of chosen(statement, index, 'asks', asks)) {
      const amount = partOf(item.first, part)
      if (isMoney(item) && item.to !== maker) add(fees, `${item.contract}:${item.to}`, amount)
      // What a bidder gives is more than what arrives: the payments to others go off it.
      if (isSale && isMoney(item)) add(get, item.contract, -amount)
      else add(give, assetOf(item), amount)
    }
  }
  return { give: plain(give), get: plain(get), fees: plain(fees), until: undefined, ends: [] }
}

const write = (sums: Sums): string =>
  JSON.stringify(Object.entries(plain(sums)).map(([key, amount]) => [key, `${amount}`]))
const termsOf = (gives: Sums, asks: Sums): string => `${write(gives)} for ${write(asks)}`

/** Returns what a text says which orders end. */
export function totalsOfCancellation({ orders }: Statement): Totals {
  const ends = orders.map(({ gives, asks }) => {
    const [given, asked]: [Sums, Sums] = [new Map(), new Map()]
    for (const item of gives) add(given, assetOf(item), item.first)
    // In a private sale the token is also in the consideration: it has to go to one account.
    for (const item of asks)
      if (!gives.some((one) => assetOf(one) === assetOf(item))) add(asked, assetOf(item), item.last)
    return termsOf(given, asked)
  })
  return { give: {}, get: {}, fees: {}, until: undefined, ends }
}

type Delta = ReviewCard['give'][number]
const deltaOf = ({ kind, contract, tokenId, oneOf }: Delta): string => {
  if (kind === 'native' || kind === 'erc20') return contract
  return tokenId === undefined ? `${contract}:any:${oneOf?.root ?? 0n}` : `${contract}:${tokenId}`
}
const sumOf = (deltas: readonly Delta[]): Sums => {
  const sums: Sums = new Map()
  for (const delta of deltas) add(sums, deltaOf(delta), delta.amount)
  return sums
}
const endOf = ({ terms }: EndedOrder): string => termsOf(sumOf(terms?.gives ?? []), sumOf(terms?.asks ?? []))

/** Returns what a card says. */
export function totalsOfCard({ give, get, fees, until, ends }: ReviewCard): Totals {
  const paid: Sums = new Map()
  for (const { contract, recipient, amount } of fees) add(paid, `${contract}:${recipient}`, amount)
  return {
    give: plain(sumOf(give)),
    get: plain(sumOf(get)),
    fees: plain(paid),
    until,
    ends: ends === undefined || ends === 'all' ? [] : ends.map(endOf),
  }
}
