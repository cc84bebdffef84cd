import fc from 'fast-check'
import { collectionOf, type Mover, type Token } from '../src/operators.ts'
import type {
  Currency,
  Fill,
  FillCall,
  MakerOrder,
  Money,
  TradeCase,
  TradeIntent,
  TradeStep,
} from '../src/tradeCase.ts'
import { paidFor, priceOf, termsOf } from '../src/tradeCase.ts'
import { type Change, itself, pick, variantsOf } from './changes.ts'
import { isBasic } from './writeTrade.ts'

/** Purchases and sales: an honest plan for an intent, then up to three changes anywhere in case, plan and chain. */

type Action = 'buy' | 'sell'
type Seed = {
  readonly token: Token
  readonly quantity: number
  readonly named: number
  readonly own: number
  readonly unit: number
  readonly split: boolean
  readonly currency: number
  readonly call: number
  readonly larger: boolean
}
const tokens: readonly Token[] = ['A1', 'A2', 'A3', 'B1', 'E1', 'E2']
const few = fc.oneof(
  fc.uniqueArray(fc.constantFrom<Token[]>('A1', 'A2', 'A3'), { minLength: 1, maxLength: 3 }),
  fc.uniqueArray(fc.constantFrom<Token[]>('E1', 'E2'), { minLength: 1, maxLength: 2 }),
  fc.array(fc.constantFrom(...tokens), { minLength: 1, maxLength: 3 }),
)
const small = (max: number) => fc.integer({ min: 0, max })
const seedOf = (token: Token): fc.Arbitrary<Seed> =>
  fc.record({
    token: fc.constant(token),
    quantity: small(2),
    named: small(9),
    own: small(9),
    unit: small(7),
    split: fc.boolean(),
    currency: small(6),
    call: small(2),
    larger: fc.boolean(),
  })

const unitPrices = [100n, 100n, 100n, 90n, 7n, 101n, 250n, 1n]

function orderOf(action: Action, seed: Seed, salt: number, quantity: bigint): MakerOrder {
  const unit = unitPrices[seed.unit] ?? 1n
  return {
    salt: BigInt(salt),
    offerer: 'maker',
    token: seed.token,
    standard: seed.token.startsWith('E') ? 'erc1155' : 'erc721',
    quantity,
    gross: unit * quantity,
    currency: seed.currency === 0 ? 'usdc' : action === 'buy' ? 'coin' : 'weth',
    feeBps: seed.unit % 2 === 0 ? 500 : 0,
    starts: -60n,
    ends: 86_400n,
    zone: 'none',
    hasZoneData: false,
    taker: undefined,
    status: 'open',
  }
}

export const itemOf = <T>(does: T) =>
  ({ ...does, isComplete: false, isEmpty: false, from: 'account', chain: 'none' }) as const

const forms = ['advanced', 'basic', 'available', 'match'] as const

/** Returns a call that Seaport's functions can carry. */
function callOf(
  action: Action,
  form: FillCall['form'],
  fills: readonly Fill[],
  to: FillCall['to'],
  through: Mover,
): FillCall {
  const [first] = fills
  const alone = fills.length === 1 && first !== undefined
  const possible =
    form === 'match' || form === 'available'
      ? form
      : !alone
        ? 'available'
        : form === 'basic' && to === 'account' && isBasic(action, first)
          ? 'basic'
          : 'advanced'
  return {
    does: 'fill',
    form: possible,
    fills,
    to: action === 'buy' ? to : 'account',
    through,
    extraValue: 0n,
  }
}

type Rest = {
  readonly action: Action
  readonly form: readonly number[]
  readonly total: number
  readonly tip: boolean
  readonly partial: boolean
  readonly elsewhere: boolean
  readonly through: boolean
  readonly approved: boolean
}

function honest(rest: Rest, seeds: readonly Seed[]): TradeCase {
  const { action, tip } = rest
  const served = seeds.map((seed, index) => {
    const quantity = seed.token.startsWith('E') ? BigInt(seed.quantity + 1) : 1n
    const named = seed.named === 0 ? 'order' : seed.named < 3 && action === 'buy' ? 'any' : 'token'
    const parts = seed.split && quantity > 1n && named !== 'order' ? [1n, quantity - 1n] : [quantity]
    const fills = parts.map((units, at): Fill => {
      const whole = seed.larger && seed.token.startsWith('E') ? units + 2n : units
      const order = orderOf(action, seed, index * 10 + at + 1, whole)
      return { order, units, tip: tip ? 2n * units : 0n, tipTo: 'market' }
    })
    return { seed, quantity, named, fills } as const
  })
  const to = rest.elsewhere && action === 'buy' ? 'friend' : 'account'
  const through: Mover = rest.through ? 'seaport' : 'conduit'
  const calls = [0, 1, 2].flatMap((at) => {
    const fills = served.flatMap((one) => (one.seed.call === at ? one.fills : []))
    return fills.length === 0
      ? []
      : [callOf(action, forms[rest.form[at] ?? 0] ?? 'advanced', fills, to, through)]
  })
  const sums = new Map<Currency, bigint>()
  for (const fill of served.flatMap(({ fills }) => fills)) {
    const { currency } = fill.order
    sums.set(currency, (sums.get(currency) ?? 0n) + priceOf(action, fill))
  }
  const intent: TradeIntent = {
    action,
    items: served.map(({ seed, quantity, named, fills: [first] }) => {
      const fill = first as Fill
      const unit = priceOf(action, fill) / fill.units
      const price: Money | undefined =
        seed.own < 4
          ? { currency: fill.order.currency, amount: seed.own === 0 ? unit + 9n : unit }
          : undefined
      return { token: seed.token, named, order: fill.order, quantity, price }
    }),
    totals:
      rest.total === 0
        ? undefined
        : new Map([...sums].map(([name, amount]) => [name, amount + (rest.total === 1 ? 60n : 0n)])),
    recipient: to,
    tip: tip ? served.reduce((all, { quantity }) => all + 2n * quantity, 0n) : 0n,
    isPartial: rest.partial,
  }
  return { intent, plan: [...approvalsFor(rest, calls), ...calls.map(itemOf)], ...knownFor(rest, calls) }
}

function approvalsFor({ action, approved }: Rest, calls: readonly FillCall[]): readonly TradeStep[] {
  if (approved) return []
  const amounts = new Map<string, { readonly token: Currency; readonly to: Mover; amount: bigint }>()
  const operators = new Map<string, TradeStep>()
  for (const { form, fills, through } of calls)
    for (const fill of fills) {
      const { currency: token } = fill.order
      const fees = form === 'basic' || form === 'match' ? 0n : grossOf(fill) - priceOf('sell', fill)
      const amount = action === 'sell' ? fees : token === 'coin' ? 0n : paidFor(fill)
      const key = `${token}:${through}`
      const before = amounts.get(key)?.amount ?? 0n
      if (amount > 0n) amounts.set(key, { token, to: through, amount: before + amount })
      const collection = collectionOf(fill.order.token)
      if (action === 'sell')
        operators.set(collection, itemOf({ does: 'operator', collection, to: through, isApproved: true }))
    }
  return [
    ...operators.values(),
    ...[...amounts.values()].map((one) => itemOf({ does: 'approve' as const, ...one })),
  ]
}
const grossOf = ({ order, units }: Fill): bigint => (order.gross / order.quantity) * units

function knownFor({ approved }: Rest, calls: readonly FillCall[]) {
  const direct = calls.some(({ through }) => through === 'seaport')
  const isOpen = approved && !direct
  return {
    allowances: new Map((['weth', 'usdc', 'junk'] as const).map((name) => [name, isOpen ? 10n ** 9n : 0n])),
    operators: new Map((['A', 'B', 'E'] as const).map((name) => [name, isOpen])),
  }
}

/** Replaces one fill of one call, and writes the call by a function that can carry it. */
const onFill =
  (edit: (fill: Fill, n: number) => Fill): Change<TradeCase> =>
  (trade, at, n) => {
    const steps = trade.plan.flatMap((step, index) => (step.does === 'fill' ? [{ step, index }] : []))
    const chosen = steps.length > 0 ? pick(steps, at) : undefined
    if (chosen === undefined) return trade
    const which = n % chosen.step.fills.length
    const fills = chosen.step.fills.map((fill, index) => (index === which ? edit(fill, at + n) : fill))
    const { form, to, through } = chosen.step
    const call = callOf(trade.intent.action, form, fills, to, through)
    const step = { ...chosen.step, ...call, to, extraValue: chosen.step.extraValue }
    return { ...trade, plan: trade.plan.with(chosen.index, step) }
  }
const onOrder = (edit: (order: MakerOrder, n: number) => Partial<MakerOrder>) =>
  onFill((fill, n) => ({ ...fill, order: { ...fill.order, ...edit(fill.order, n) } }))
const onCall =
  (edit: (call: FillCall, n: number, action: Action) => Partial<FillCall>): Change<TradeCase> =>
  (trade, at, n) => {
    const steps = trade.plan.flatMap((step, index) => (step.does === 'fill' ? [{ step, index }] : []))
    const chosen = steps.length > 0 ? pick(steps, at) : undefined
    if (chosen === undefined) return trade
    const edited = { ...chosen.step, ...edit(chosen.step, n, trade.intent.action) }
    const call = callOf(trade.intent.action, edited.form, edited.fills, edited.to, edited.through)
    const step = { ...edited, form: call.form }
    return { ...trade, plan: trade.plan.with(chosen.index, step) }
  }
const onPermission =
  (edit: (step: TradeStep, n: number) => TradeStep): Change<TradeCase> =>
  (trade, at, n) => {
    const places = trade.plan.flatMap((step, index) =>
      step.does === 'approve' || step.does === 'operator' ? [index] : [],
    )
    if (places.length === 0) return trade
    const index = pick(places, at)
    return { ...trade, plan: trade.plan.with(index, edit(trade.plan[index] as TradeStep, n)) }
  }
const onIntent =
  (edit: (intent: TradeIntent, n: number) => Partial<TradeIntent>): Change<TradeCase> =>
  (trade, at, n) => ({ ...trade, intent: { ...trade.intent, ...edit(trade.intent, at + n) } })
const onItem = (
  edit: (item: TradeIntent['items'][number], n: number) => Partial<TradeIntent['items'][number]>,
) =>
  onIntent(({ items }, n) => ({
    items: items.map((item, index) => (index === n % items.length ? { ...item, ...edit(item, n) } : item)),
  }))
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
const near = [-1n, 1n, -3n, 5n, -40n, 60n]
const names: readonly Currency[] = ['coin', 'weth', 'usdc', 'junk']

export const tradeChanges: Readonly<Record<string, Change<TradeCase>>> = {
  'another price': onOrder(({ gross, quantity }, n) => {
    const unit = gross / quantity + pick(near, n)
    return { gross: (unit > 0n ? unit : 1n) * quantity }
  }),
  'another currency': onOrder((_, n) => ({ currency: pick(names, n) })),
  'another token': onOrder((_, n) => {
    const token = pick(tokens, n)
    const standard = token.startsWith('E') ? ('erc1155' as const) : ('erc721' as const)
    return { token, standard }
  }),
  'another standard': onOrder(({ standard }) => ({ standard: standard === 'erc721' ? 'erc1155' : 'erc721' })),
  'another start': onOrder((_, n) => ({ starts: pick([0n, 59n, 60n, 61n, 90_000n], n) })),
  'another end': onOrder((_, n) => ({ ends: pick([0n, 1n, -1n, -60n, 700n], n) })),
  'another zone': onOrder((_, n) => ({ zone: pick(['listed', 'foreign'] as const, n) })),
  'bytes for a zone': onOrder(() => ({ hasZoneData: true })),
  'a taker': (trade, at, n) =>
    trade.intent.action === 'sell'
      ? trade
      : onOrder(() => ({ taker: pick(['account', 'friend', 'stranger'] as const, n) }))(trade, at, n),
  'an own order': onOrder(() => ({ offerer: 'account' })),
  'another status': onOrder((_, n) => ({ status: pick(['cancelled', 'filled', 'unread'] as const, n) })),
  'another fee of the order': onOrder((_, n) => ({ feeBps: pick([0, 250, 1_000, 9_000], n) })),
  'another salt': onOrder(({ salt }) => ({ salt: salt + 100n })),
  'other units': onFill((fill, n) => ({ ...fill, units: BigInt(1 + (n % Number(fill.order.quantity))) })),
  'another tip': onFill((fill, n) => ({ ...fill, tip: pick([0n, 1n, 2n, 3n, 7n], n) * fill.units })),
  'a tip to a stranger': onFill((fill) => ({ ...fill, tipTo: 'stranger' })),
  'another recipient': onCall((_, n, action) =>
    action === 'sell' ? {} : { to: pick(['account', 'friend', 'stranger'] as const, n) },
  ),
  'another conduit': onCall((_, n) => ({ through: pick(['conduit', 'seaport', 'foreign'] as const, n) })),
  'another value': onCall((_, n) => ({ extraValue: pick([1n, 2n, 1_000n], n) })),
  'another form': onCall((_, n) => ({ form: pick(forms, n) })),
  'the same order again': onCall(({ fills }, n) => ({
    fills: [...fills, pick(fills, n)],
    form: 'available',
  })),
  'another approved amount': onPermission((step, n) =>
    step.does === 'approve'
      ? { ...step, amount: pick([0n, 1n, (step.amount + 1n) % 2n ** 256n, 2n ** 256n - 1n], n) }
      : step,
  ),
  'another approved contract': onPermission((step, n) =>
    step.does === 'approve'
      ? { ...step, token: pick(['weth', 'usdc', 'junk'] as const, n) }
      : step.does === 'operator'
        ? { ...step, collection: pick(['A', 'B', 'E'] as const, n) }
        : step,
  ),
  'another spender': onPermission((step, n) =>
    step.does === 'approve' || step.does === 'operator'
      ? { ...step, to: pick(['conduit', 'seaport', 'foreign'] as const, n) }
      : step,
  ),
  'a permission taken back': onPermission((step) =>
    step.does === 'operator' ? { ...step, isApproved: false } : step,
  ),
  'an approval more': (trade, at, n) => ({
    ...trade,
    plan: trade.plan.toSpliced(
      at % (trade.plan.length + 1),
      0,
      itemOf({
        does: 'approve' as const,
        token: pick(['weth', 'usdc', 'junk'] as const, n),
        to: pick(['conduit', 'conduit', 'seaport', 'foreign'] as const, at),
        amount: 100n,
      }),
    ),
  }),
  'other totals': onIntent(({ totals }, n) => ({
    totals:
      totals &&
      new Map(
        [...totals].map(([name, amount], at) => [
          name,
          atLeastZero(amount + (at === n % totals.size ? pick(near, n) : 0n)),
        ]),
      ),
  })),
  'a further total': onIntent(({ totals }, n) => ({
    totals: totals && new Map([...totals, [pick(names, n), 100n] as const]),
  })),
  'no total': onIntent(() => ({ totals: undefined })),
  'another quantity': onItem(({ token, quantity }) =>
    token.startsWith('E') ? { quantity: quantity + 1n } : {},
  ),
  'another own price': onItem(({ price }, n) => ({
    price: price && { ...price, amount: atLeastZero(price.amount + pick([-1n, 1n, -20n, 30n], n)) },
  })),
  'an own price in another currency': onItem(({ price }, n) => ({
    price: price && { ...price, currency: pick(names, n) },
  })),
  'no own price': onItem(() => ({ price: undefined })),
  'another agreed tip': onIntent(({ tip }, n) => ({
    tip: pick([0n, tip + 1n, tip + 9n, tip > 0n ? tip - 1n : 0n], n),
  })),
  'a part is enough': onIntent(() => ({ isPartial: true })),
  'an allowance': (trade, _, n) => ({
    ...trade,
    allowances: new Map(trade.allowances).set(
      pick(['weth', 'usdc'] as const, n),
      pick([0n, 1n, 50n, 10n ** 6n], n),
    ),
  }),
  'an allowance that nobody read': (trade, _, n) => {
    const allowances = new Map(trade.allowances)
    allowances.delete(pick(['weth', 'usdc'] as const, n))
    return { ...trade, allowances }
  },
  'a permission that nobody read': (trade, _, n) => {
    const operators = new Map(trade.operators)
    operators.delete(pick(['A', 'B', 'E'] as const, n))
    return { ...trade, operators }
  },
  ...itself<TradeStep, TradeCase>(),
}

/** A purchase or a sale at random, as an honest provider answers it. */
const honestTrades: fc.Arbitrary<TradeCase> = fc
  .record({
    tokens: few,
    rest: fc.record({
      action: fc.constantFrom<Action[]>('buy', 'sell'),
      form: fc.tuple(small(3), small(3), small(3)),
      total: small(6),
      tip: small(3).map((n) => n === 0),
      partial: fc.boolean(),
      elsewhere: small(4).map((n) => n === 0),
      through: small(4).map((n) => n === 0),
      approved: fc.boolean(),
    }),
  })
  .chain(({ tokens: named, rest }) => fc.tuple(...named.map(seedOf)).map((seeds) => honest(rest, seeds)))

/** The same with one status for each order, as a chain has it: that of the first fill, where the plan has several. */
function withOneStatus(trade: TradeCase): TradeCase {
  const fills = fillsOf(trade)
  if (fills.every(({ order }) => order.status === 'open')) return trade
  const statuses = new Map<string, MakerOrder['status']>()
  for (const { order } of fills) if (!statuses.has(termsOf(order))) statuses.set(termsOf(order), order.status)
  const known = (fill: Fill): Fill => ({
    ...fill,
    order: { ...fill.order, status: statuses.get(termsOf(fill.order)) ?? 'open' },
  })
  const plan = trade.plan.map((step) =>
    step.does === 'fill' ? { ...step, fills: step.fills.map(known) } : step,
  )
  return { ...trade, plan }
}
export const fillsOf = ({ plan }: TradeCase): readonly Fill[] =>
  plan.flatMap((step) => (step.does === 'fill' ? step.fills : []))

/** Purchases or sales at random. */
export const trades = variantsOf(honestTrades, tradeChanges).map((cases) => cases.map(withOneStatus))
