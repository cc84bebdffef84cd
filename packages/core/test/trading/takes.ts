import type { Address } from 'viem'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { bookRoyalty, bookTip, royaltyOn } from './onTop.ts'
import {
  balance,
  type Context,
  common,
  isActive,
  isFalling,
  low,
  now,
  nowOf,
  type Plan,
  show,
  somebody,
} from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import {
  amountAt,
  type Entry,
  isWhole,
  key,
  moneyOf,
  nftOf,
  sizeOf,
  statusOf,
  takerOf,
  tokenOf,
  unitsLeft,
} from './truth.ts'

export const asksFor = (context: Context, index: number) =>
  [...context.floor.book.values()].filter(
    (entry) =>
      entry.side === 'sell' &&
      entry.order.offerer !== context.floor.watched.traders[index] &&
      [undefined, context.floor.watched.traders[index]].includes(takerOf(entry)) &&
      isActive(context, entry),
  )

export function buy(context: Context): Plan {
  const { floor, random, note, world } = context
  const index = somebody(context)
  const account = floor.watched.traders[index]!
  const all = asksFor(context, index)
  const most = random.pick([1, 1, 2, 3, 6])
  let chosen = random.some(all, most)
  if (chosen.length === 0) throw new NotPossible()
  // An order is named once, and a maker's units once.
  const taken = new Set<string>()
  chosen = chosen.filter((entry) => {
    const at = `${entry.order.offerer}|${tokenOf(entry)}`
    return !taken.has(at) && taken.add(at)
  })
  const oneCurrency = random.odds(0.5)
  if (oneCurrency) chosen = chosen.filter((entry) => moneyOf(entry).token === moneyOf(chosen[0]!).token)
  const wanted = chosen.map((entry) => {
    const left = unitsLeft(entry, world)
    return { entry, units: isWhole(entry) ? left : 1n + BigInt(random.below(Number(left))) }
  })
  const currencies = new Set(chosen.map((entry) => low(moneyOf(entry).token)))
  const onTop =
    currencies.size === 1 ? random.some(floor.watched.holders.slice(6, 11), 3).slice(0, random.below(4)) : []
  const feesOnTop = onTop.map((receiver) => ({ receiver, amount: BigInt(1 + random.below(90_000)) }))
  const isPrivate = chosen.some((entry) => takerOf(entry) !== undefined)
  const receiver =
    !isPrivate && random.odds(0.15) ? random.pick(floor.watched.holders.slice(6, 8)) : undefined
  const expected = new Map<string, bigint>()
  for (const { entry, units } of wanted) {
    const money = low(moneyOf(entry).token)
    const costs = (time: bigint) =>
      entry.order.consideration.reduce(
        (sum, item) => sum + (item.itemType <= 1 ? amountAt(item, entry, units, sizeOf(entry), time) : 0n),
        0n,
      )
    const early = nowOf(world) - 90n
    const at = early > entry.order.startTime ? early : entry.order.startTime
    expected.set(money, (expected.get(money) ?? 0n) + costs(at))
  }
  const normalizeRoyalties = !chosen.some(isFalling) && random.odds(0.2)
  const [only] = currencies
  const royaltyByMoney = new Map<string, bigint>()
  if (normalizeRoyalties)
    for (const { entry, units } of wanted) {
      const more = royaltyOn(context, entry, units)
      const money = low(moneyOf(entry).token)
      royaltyByMoney.set(money, (royaltyByMoney.get(money) ?? 0n) + more)
      expected.set(money, expected.get(money)! + more)
    }
  const tips = feesOnTop.reduce((sum, { amount }) => sum + amount, 0n)
  if (only !== undefined) expected.set(only, expected.get(only)! + tips)
  const items = wanted.map(({ entry, units }) => ({
    orderId: entry.id,
    ...(units === 1n && random.odds(0.5) ? {} : { quantity: Number(units) }),
  }))
  const setup = common(context, index)
  note(
    show({
      items,
      feesOnTop,
      receiver,
      normalizeRoyalties,
      expected: [...expected],
      kinds: wanted.map(
        ({ entry }) => `${entry.version} ${tokenOf(entry)} type ${entry.order.orderType} of ${sizeOf(entry)}`,
      ),
    }),
  )
  const poor = [...expected].some(([money, amount]) => balance(context, index, money) < amount)
  return {
    kind: items.length === 1 ? 'buy' : 'sweep',
    start: () => [
      buyTokens(floor.client, {
        ...setup,
        items,
        expectedPrice: Object.fromEntries([...expected].map(([money, raw]) => [money, { raw }])),
        options: {
          ...(feesOnTop.length === 0
            ? {}
            : { feesOnTop: feesOnTop.map((fee) => `${fee.receiver}:${fee.amount}`) }),
          ...(receiver === undefined ? {} : { taker: receiver }),
          ...(normalizeRoyalties ? { normalizeRoyalties } : {}),
        },
      }),
    ],
    ends: poor ? ['provider_error', 'insufficient_funds'] : ['complete'],
    touched: chosen.map(tokenOf),
    ...(receiver === undefined ? {} : { receiver }),
    settle: (ledger, mined, ends, moved) => {
      if (ends[0]?.status !== 'complete') return []
      const wrong: string[] = []
      const all = wanted.reduce((sum, { units }) => sum + units, 0n)
      for (const [money, more] of royaltyByMoney)
        wrong.push(
          ...bookRoyalty(context, ledger, moved, account, money, more, money === only ? feesOnTop : [], all),
        )
      for (const fee of feesOnTop) wrong.push(...bookTip(ledger, moved, account, only!, fee, all))
      for (const { entry, units } of wanted) {
        const filled = mined.fills
          .filter((fill) => fill.entry.id === entry.id)
          .reduce((sum, fill) => sum + fill.units, 0n)
        if (filled !== units) wrong.push(`${entry.id} was filled by ${filled}, not by ${units}`)
      }
      return wrong
    },
  }
}

/** By the token's or the collection's name: the cheapest there are. */
export function buyByName(context: Context): Plan {
  const { floor, random, note, world } = context
  const index = somebody(context)
  const open = asksFor(context, index).filter((entry) => !isFalling(entry))
  const falling = asksFor(context, index).filter(isFalling)
  const entry = random.pick(open)
  const whole = random.odds(0.4)
  const [contract] = tokenOf(entry).split(':') as [Address]
  const money = moneyOf(entry).token
  const among = open.filter((one) =>
    whole ? low(nftOf(one).token) === contract : tokenOf(one) === tokenOf(entry),
  )
  // One that ends any second may be the cheapest still, or not any more.
  const ending = [...floor.book.values()].some(
    (one) =>
      one.side === 'sell' &&
      low(nftOf(one).token) === contract &&
      one.order.endTime > BigInt(now()) - 5n &&
      one.order.endTime < BigInt(now()) + 40n,
  )
  if (ending) throw new NotPossible()
  if (falling.some((one) => (whole ? low(nftOf(one).token) === contract : tokenOf(one) === tokenOf(entry))))
    throw new NotPossible()
  const unit = (one: Entry) =>
    one.order.consideration.reduce((sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n), 0n) /
    sizeOf(one)
  // What is sold whole only is passed over where fewer are wanted; with several wanted, either way is right.
  const inParts = (one: Entry) => !isWhole(one) || sizeOf(one) === 1n
  const priced = among.filter((one) => moneyOf(one).token === money)
  const quantity = priced.every(inParts) ? random.pick([1, 1, 2, 3]) : 1
  const named = priced.filter(inParts).sort((one, other) => (unit(one) < unit(other) ? -1 : 1))
  const free = new Map<string, bigint>()
  let [missing, least] = [BigInt(quantity), 0n]
  for (const one of named) {
    const holding = key(one.order.offerer, tokenOf(one))
    const have = free.get(holding) ?? world.balances.get(holding) ?? 0n
    const units = [missing, have, unitsLeft(one, world)].reduce((x, y) => (x < y ? x : y))
    free.set(holding, have - units)
    missing -= units
    least += units * unit(one)
  }
  if (missing > 0n) throw new NotPossible()
  const setup = common(context, index)
  note(show({ whole, quantity, money, token: tokenOf(entry), least, among: named.map(({ id }) => id) }))
  if (balance(context, index, money) < least) throw new NotPossible()
  return {
    kind: whole ? 'buy from a collection' : 'buy by token',
    start: () => [
      buyTokens(floor.client, {
        ...setup,
        items: [{ ...(whole ? { collection: contract } : { token: tokenOf(entry) }), quantity }],
        expectedPrice: { [money]: { raw: least } },
        options: { currency: money },
      }),
    ],
    ends: ['complete'],
    touched: among.map(tokenOf),
    settle: (_ledger, mined, ends) => {
      if (ends[0]?.status !== 'complete') return []
      const units = mined.fills.reduce((sum, fill) => sum + fill.units, 0n)
      const paid = mined.fills.reduce((sum, fill) => sum + fill.units * unit(fill.entry), 0n)
      return units === BigInt(quantity) && paid === least
        ? []
        : [`bought ${units} for ${paid}; ${quantity} were to be had for ${least}`]
    },
  }
}

/** Two buyers want one order at the same time: one has it, the other is told. */
export function race(context: Context): Plan {
  const { floor, random, note } = context
  const [first, second] = random
    .some([...floor.people.keys()], 1)
    .flatMap((one) => [one, (one + 1 + random.below(floor.people.length - 1)) % floor.people.length])
  const both = asksFor(context, first!).filter(
    (entry) => asksFor(context, second!).includes(entry) && sizeOf(entry) === 1n && !isFalling(entry),
  )
  const entry = random.pick(both)
  const money = moneyOf(entry).token
  const raw = entry.order.consideration.reduce(
    (sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n),
    0n,
  )
  if ([first!, second!].some((index) => balance(context, index, money) < raw)) throw new NotPossible()
  note(`${entry.id} ${entry.version} ${money} ${first} ${second}`)
  return {
    kind: 'race',
    start: () =>
      [first!, second!].map((index) =>
        buyTokens(floor.client, {
          wallet: floor.people[index]!.wallet('viem'),
          confirm: () => true,
          items: [{ orderId: entry.id }],
          expectedPrice: { [money]: { raw } },
        }),
      ),
    // The wallet that reckons its gas when the other's purchase is mined already answers that it would fail.
    ends: ['complete', 'order_unavailable', 'transaction_would_fail', 'transaction_reverted'],
    touched: [tokenOf(entry)],
    settle: (_ledger, mined, ends) => {
      const done = ends.filter(({ status }) => status === 'complete').length
      return done === 1 && mined.fills.length === 1
        ? []
        : [`${done} of two had one order; ${mined.fills.length} fills`]
    },
  }
}

/** What cannot be done ends in the one error that says why, and moves nothing. */
export function cannot(context: Context): Plan {
  const { floor, random, world, note } = context
  const index = somebody(context)
  const account = floor.watched.traders[index]!
  const setup = common(context, index)
  const at = nowOf(world)
  const price = (entry: Entry) =>
    entry.order.consideration.reduce((sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n), 0n)
  const buying = (entry: Entry, ends: readonly string[], kind: string, raw = price(entry)): Plan => {
    note(`${kind} ${entry.id} ${statusOf(entry, world, at)}`)
    return {
      kind,
      start: () => [
        buyTokens(floor.client, {
          ...setup,
          items: [{ orderId: entry.id, quantity: Number(sizeOf(entry)) }],
          expectedPrice: { [moneyOf(entry).token]: { raw } },
        }),
      ],
      ends,
      touched: [tokenOf(entry)],
    }
  }
  const asks = [...floor.book.values()].filter(({ side }) => side === 'sell')
  switch (random.pick(['own', 'ended', 'dear', 'foreign', 'private', 'lost'])) {
    case 'own':
      return buying(
        random.pick(asks.filter((entry) => entry.order.offerer === account && isActive(context, entry))),
        ['order_unavailable', 'provider_error'],
        'buy one’s own',
      )
    case 'ended':
      return buying(
        random.pick(
          asks.filter(
            (entry) =>
              entry.order.offerer !== account &&
              ['inactive', 'cancelled', 'filled', 'expired'].includes(statusOf(entry, world, at)),
          ),
        ),
        ['order_unavailable', 'provider_error'],
        'buy what is over',
      )
    case 'dear': {
      const entry = random.pick(
        asksFor(context, index).filter((one) => !isFalling(one) && unitsLeft(one, world) === sizeOf(one)),
      )
      if (balance(context, index, moneyOf(entry).token) < price(entry)) throw new NotPossible()
      return buying(entry, ['price_mismatch'], 'buy for less', price(entry) / 2n)
    }
    case 'private':
      return buying(
        random.pick(
          asks.filter(
            (entry) =>
              ![undefined, account].includes(takerOf(entry)) &&
              entry.order.offerer !== account &&
              isActive(context, entry),
          ),
        ),
        ['order_unavailable', 'provider_error'],
        'buy another’s',
      )
    case 'foreign': {
      const token = random.pick(floor.watched.tokens.filter((one) => balance(context, index, one) === 0n))
      note(token)
      return {
        kind: 'list what is not one’s own',
        start: () => [listTokens(floor.client, { ...setup, listings: [{ token, weiPrice: 10n ** 18n }] })],
        ends: ['provider_error'],
        touched: [token],
      }
    }
    default: {
      const token = random.pick(floor.watched.tokens.filter((one) => balance(context, index, one) === 0n))
      note(token)
      return {
        kind: 'transfer what is not one’s own',
        start: () => [
          transferTokens(floor.client, {
            ...setup,
            to: floor.watched.traders[(index + 1) % floor.people.length]!,
            items: [{ token }],
          }),
        ],
        ends: ['provider_error', 'blocked', 'transaction_would_fail'],
        touched: [token],
      }
    }
  }
}
