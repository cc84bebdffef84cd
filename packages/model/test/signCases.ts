import fc from 'fast-check'
import { type Collection, collectionOf, type Token } from '../src/operators.ts'
import type {
  AgreedFee,
  OfferedOrder,
  Payment,
  SignCase,
  SignRequest,
  SignStep,
  SignTerms,
} from '../src/signCase.ts'
import { type Change, itself, pick, variantsOf } from './changes.ts'
import { itemOf } from './tradeCases.ts'

/** Listings and offers: an honest plan for an intent, then up to three changes. */

const tokens: readonly Token[] = ['A1', 'A2', 'A3', 'B1', 'E1', 'E2']
const currencies = ['coin', 'weth', 'usdc', 'junk'] as const
const small = (max: number) => fc.integer({ min: 0, max })
const grosses = [100n, 1_000n, 999n, 30n, 7n, 1n]

type Seed = {
  readonly token: Token
  readonly gross: number
  readonly quantity: number
  readonly fees: number
  readonly royalty: number
  readonly isFalling: boolean
  readonly isPrivate: boolean
  readonly isAny: boolean
  readonly isCancellable: boolean
  readonly currency: number
  readonly days: number
  readonly named: number
}
const seedOf = (token: Token): fc.Arbitrary<Seed> =>
  fc.record({
    token: fc.constant(token),
    gross: small(5),
    quantity: small(2),
    fees: small(3),
    royalty: small(3),
    isFalling: small(5).map((n) => n === 0),
    isPrivate: small(5).map((n) => n === 0),
    isAny: small(3).map((n) => n === 0),
    isCancellable: small(5).map((n) => n === 0),
    currency: small(3),
    days: small(6),
    named: small(3),
  })

const feeTables: readonly (readonly AgreedFee[])[] = [
  [{ to: 'market', bps: 250 }],
  [],
  [
    { to: 'market', bps: 250 },
    { to: 'artist', bps: 33 },
  ],
  [
    { to: 'market', bps: 99 },
    { to: 'market', bps: 151 },
  ],
]

function termsOf(action: 'list' | 'bid', seed: Seed): SignTerms {
  const isUnits = collectionOf(seed.token) === 'E'
  const isBid = action === 'bid'
  const gross = grosses[seed.gross] ?? 1n
  return {
    token: seed.token,
    isAny: isBid && seed.isAny,
    quantity: isUnits ? BigInt(seed.quantity + 1) : 1n,
    gross,
    endGross: !isBid && seed.isFalling ? gross - gross / 3n : undefined,
    currency: seed.currency === 0 ? 'usdc' : isBid ? 'weth' : 'coin',
    ends: 86_400n * ([1n, 3n, 7n, 7n, 6n, 30n, 40n][seed.days] ?? 1n),
    fees: feeTables[seed.fees] ?? [],
    royaltyBps: seed.royalty === 0 ? undefined : [0, 1_000, 500, 300][seed.royalty],
    taker: !isBid && seed.isPrivate ? 'friend' : undefined,
    through: seed.named === 0 ? 'conduit' : undefined,
    isCancellable: seed.isCancellable,
  }
}

/** The order that an honest provider builds: fees by whole price or by unit, joined or not. */
function offeredFor(
  action: 'list' | 'bid',
  terms: SignTerms,
  artistBps: number,
  rounding: number,
): OfferedOrder {
  const isBid = action === 'bid'
  const { gross, quantity } = terms
  const endGross = terms.endGross ?? gross
  const bps = Math.min(terms.royaltyBps ?? 0, artistBps)
  const all: readonly AgreedFee[] = bps > 0 ? [...terms.fees, { to: 'artist', bps }] : terms.fees
  const joined = (['market', 'artist'] as const)
    .map((to) => ({ to, bps: all.reduce((sum, fee) => (fee.to === to ? sum + fee.bps : sum), 0) }))
    .filter((fee) => fee.bps > 0)
  const divides = quantity > 1n && gross % quantity === 0n && endGross % quantity === 0n
  const unit = divides && rounding % 2 === 1 ? quantity : 1n
  const part = (amount: bigint, share: number) => (((amount / unit) * BigInt(share)) / 10_000n) * unit
  const { currency } = terms
  const fees = (rounding > 1 ? joined : all).map(
    ({ to, bps: share }): Payment => ({
      to,
      start: part(gross, share),
      end: part(endGross, share),
      currency,
    }),
  )
  const rest = (of: (payment: Payment) => bigint, total: bigint) =>
    fees.reduce((sum, one) => sum - of(one), total)
  const own: Payment = {
    to: 'account',
    start: rest(({ start }) => start, gross),
    end: rest(({ end }) => end, endGross),
    currency,
  }
  return {
    offerer: 'account',
    token: terms.token,
    isAny: terms.isAny,
    standard: collectionOf(terms.token) === 'E' ? 'erc1155' : 'erc721',
    quantity,
    endQuantity: quantity,
    gross,
    endGross: gross,
    currency,
    givesMore: false,
    payments: isBid ? fees : [own, ...fees],
    tokenTo: isBid ? 'account' : (terms.taker ?? 'nobody'),
    starts: -60n,
    ends: terms.ends,
    zone: terms.isCancellable ? 'own' : 'none',
    hasZoneHash: false,
    isRestricted: terms.isCancellable,
    isPartial: quantity > 1n && terms.taker === undefined,
    through: 'conduit',
    counter: 'current',
  }
}

type Rest = {
  readonly action: 'list' | 'bid'
  readonly isBulk: boolean
  readonly isOpen: boolean
  readonly rounding: number
  readonly artist: number
  readonly hasMoney: boolean
  readonly promised: number
}

function honest(rest: Rest, seeds: readonly Seed[]): SignCase {
  const { action, isOpen } = rest
  const orders = seeds.map((seed) => termsOf(action, seed))
  const artistBps = [0, 500, 1_000][rest.artist] ?? 0
  const offered = orders.map((terms) => offeredFor(action, terms, artistBps, rest.rounding))
  const request = (some: readonly OfferedOrder[]): SignStep =>
    itemOf({
      does: 'sign',
      orders: some,
      isBulk: some.length > 1,
      domain: 'right',
      types: 'right',
      endpoint: some.length > 1 ? '/order/v4' : '/order/v3',
    } as const)
  const collections = [...new Set(orders.map(({ token }) => collectionOf(token)))]
  const sums = new Map<(typeof currencies)[number], bigint>()
  for (const { currency, gross } of orders) sums.set(currency, (sums.get(currency) ?? 0n) + gross)
  const promised = action === 'bid' && rest.promised === 0 ? 40n : 0n
  const inWeth = sums.get('weth') ?? 0n
  const weth = rest.hasMoney ? 10n ** 9n : 3n
  const wraps: readonly SignStep[] =
    action === 'bid' && inWeth > weth ? [itemOf({ does: 'wrap', amount: inWeth - weth } as const)] : []
  const approvals: readonly SignStep[] = isOpen
    ? []
    : action === 'list'
      ? collections.map((collection) =>
          itemOf({ does: 'operator', collection, to: 'conduit', isApproved: true } as const),
        )
      : [...sums].map(([token, amount]) =>
          itemOf({
            does: 'approve',
            token,
            to: 'conduit',
            amount: amount + (token === 'weth' ? promised : 0n),
          } as const),
        )
  return {
    intent: { action, orders },
    plan: [
      ...wraps,
      ...approvals,
      ...(rest.isBulk ? [request(offered)] : offered.map((order) => request([order]))),
    ],
    operators: new Map((['A', 'B', 'E'] as const).map((one): [Collection, boolean] => [one, isOpen])),
    allowances: new Map((['weth', 'usdc', 'junk'] as const).map((one) => [one, isOpen ? 10n ** 9n : 0n])),
    balances: new Map([
      ['weth', weth],
      ['usdc', 10n ** 9n],
    ]),
    holdings: new Map(),
    artistBps,
    isCounterRead: true,
    account: 'key',
    promised,
  }
}

const onRequest =
  (edit: (request: SignRequest, n: number, at: number) => Partial<SignRequest>): Change<SignCase> =>
  (one, at, n) => {
    const places = one.plan.flatMap((step, index) => (step.does === 'sign' ? [index] : []))
    if (places.length === 0) return one
    const index = pick(places, at)
    const step = one.plan[index] as Extract<SignStep, { does: 'sign' }>
    return { ...one, plan: one.plan.with(index, { ...step, ...edit(step, n, at) }) }
  }
const onOrder = (edit: (order: OfferedOrder, n: number) => Partial<OfferedOrder>) =>
  onRequest(({ orders }, n, at) => ({
    orders: orders.map((order, index) =>
      index === at % orders.length ? { ...order, ...edit(order, n) } : order,
    ),
  }))
const onPayment = (edit: (payment: Payment, n: number) => Partial<Payment>) =>
  onOrder(({ payments }, n) => ({
    payments: payments.map((payment, index) =>
      index === n % payments.length ? { ...payment, ...edit(payment, n) } : payment,
    ),
  }))
const onTerms =
  (edit: (terms: SignTerms, n: number) => Partial<SignTerms>): Change<SignCase> =>
  (one, at, n) => ({
    ...one,
    intent: {
      ...one.intent,
      orders: one.intent.orders.map((terms, index) =>
        index === at % one.intent.orders.length ? { ...terms, ...edit(terms, n) } : terms,
      ),
    },
  })
const atLeastZero = (amount: bigint): bigint => (amount < 0n ? 0n : amount)
const without = <K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> => {
  const copy = new Map(map)
  copy.delete(key)
  return copy
}

const changes: Readonly<Record<string, Change<SignCase>>> = {
  'another token': onOrder((_, n) => {
    const token = pick(tokens, n)
    return { token, standard: collectionOf(token) === 'E' ? 'erc1155' : 'erc721' }
  }),
  'another standard': onOrder(({ standard }) => ({ standard: standard === 'erc721' ? 'erc1155' : 'erc721' })),
  'any token': onOrder(({ isAny }) => ({ isAny: !isAny })),
  'other units': onOrder(({ quantity }, n) => ({
    quantity: quantity + 1n,
    ...(n % 2 === 0 && { endQuantity: quantity + 1n }),
  })),
  'another price of an offer': onOrder(({ gross }, n) => ({
    gross: gross + 1n,
    ...(n % 2 === 0 && { endGross: gross + 1n }),
  })),
  'another offered currency': onOrder((_, n) => ({ currency: pick(currencies, n) })),
  'a second thing given': onOrder(() => ({ givesMore: true })),
  'another owner of the token': onOrder((_, n) => ({
    tokenTo: pick(['account', 'friend', 'stranger', 'nobody'] as const, n),
  })),
  'another offerer': onOrder(() => ({ offerer: 'stranger' })),
  'another start': onOrder((_, n) => ({ starts: pick([-660n, -661n, 540n, 541n, 0n], n) })),
  'another end': onOrder(({ ends }, n) => ({ ends: ends + pick([1n, -1n, 86_400n], n) })),
  'another zone': onOrder((_, n) => ({
    zone: pick(['none', 'own', 'foreign'] as const, n),
    isRestricted: n % 2 === 0,
  })),
  'data for a zone': onOrder(() => ({ hasZoneHash: true })),
  'another type': onOrder(({ isPartial }) => ({ isPartial: !isPartial })),
  'another conduit': onOrder((_, n) => ({ through: pick(['seaport', 'foreign'] as const, n) })),
  'another counter': onOrder(() => ({ counter: 'next' })),
  'another payment': onPayment(({ start, end }, n) => ({
    start: atLeastZero(start + pick([1n, -1n, 10n], n)),
    end: atLeastZero(end + pick([1n, -1n, 10n], n)),
  })),
  'a falling payment': onPayment(({ end }) => ({ end: atLeastZero(end - 1n) })),
  'another recipient': onPayment((_, n) => ({
    to: pick(['stranger', 'market', 'artist', 'account'] as const, n),
  })),
  'another paid currency': onPayment((_, n) => ({ currency: pick(currencies, n) })),
  'a payment more': onOrder(({ payments, currency }, n) => ({
    payments: [
      ...payments,
      { to: pick(['stranger', 'market'] as const, n), start: BigInt(n), end: BigInt(n), currency },
    ],
  })),
  'a payment less': onOrder(({ payments }) => ({ payments: payments.slice(0, -1) })),
  'payments in another order': onOrder(({ payments }) => ({ payments: payments.toReversed() })),
  'another domain': onRequest((_, n) => ({
    domain: pick(['other chain', 'other contract', 'more fields'] as const, n),
  })),
  'other types': onRequest(() => ({ types: 'changed' })),
  'another endpoint': onRequest((_, n) => ({
    endpoint: pick(['/order/v3', '/order/v4', '/execute/cancel-signature/v1', '/steal/v1'] as const, n),
  })),
  'an order twice': onRequest(({ orders, isBulk }) =>
    isBulk ? { orders: [...orders, orders[0] as OfferedOrder] } : {},
  ),
  'an order less': onRequest(({ orders, isBulk }) =>
    isBulk && orders.length > 1 ? { orders: orders.slice(1) } : {},
  ),
  'another agreed price': onTerms(({ gross }, n) => ({ gross: gross + pick([1n, 9n], n) })),
  'another agreed end': onTerms((_, n) => ({
    ends: pick([0n, 1n, 31n * 86_400n, 31n * 86_400n + 1n, 181n * 86_400n - 60n, 181n * 86_400n], n),
  })),
  'another agreed conduit': onTerms((_, n) => ({
    through: pick(['seaport', 'foreign', 'conduit'] as const, n),
  })),
  'other agreed fees': onTerms((_, n) => ({
    fees: pick([[{ to: 'market', bps: 2_501 }], [{ to: 'market', bps: 1_500 }], []] as const, n),
  })),
  'a rising price': (one, at, n) =>
    one.intent.action === 'bid' ? one : onTerms(({ gross }) => ({ endGross: gross + 1n }))(one, at, n),
  'another agreed currency': onTerms((_, n) => ({ currency: pick(currencies, n) })),
  'another royalty on the chain': (one, _, n) => ({ ...one, artistBps: pick([0, 100, 2_000], n) }),
  'a counter that nobody read': (one) => ({ ...one, isCounterRead: false }),
  'another kind of account': (one, _, n) => ({ ...one, account: pick(['contract', 'unread'] as const, n) }),
  'a token that is not held': (one, at, n) => ({
    ...one,
    holdings: new Map([[pick(one.intent.orders, at).token, BigInt(n % 3)]]),
  }),
  'other money': (one, _, n) => ({ ...one, balances: new Map(one.balances).set('weth', BigInt(n * 40)) }),
  'money that nobody read': (one) => ({ ...one, balances: without(one.balances, 'weth') }),
  'another allowance': (one, _, n) => ({
    ...one,
    allowances: new Map(one.allowances).set('weth', BigInt(n * 40)),
  }),
  'an allowance that nobody read': (one) => ({ ...one, allowances: without(one.allowances, 'weth') }),
  'a permission that nobody read': (one, _, n) => ({
    ...one,
    operators: without(one.operators, pick(['A', 'B', 'E'] as const, n)),
  }),
  'another amount beside': (one, at, n) => ({
    ...one,
    plan: one.plan.map((step, index) =>
      index === at % one.plan.length && (step.does === 'approve' || step.does === 'wrap')
        ? { ...step, amount: pick([0n, 1n, step.amount + 1n], n) }
        : step,
    ),
  }),
  'another spender': (one, at, n) => ({
    ...one,
    plan: one.plan.map((step, index) =>
      index === at % one.plan.length && (step.does === 'approve' || step.does === 'operator')
        ? { ...step, to: pick(['seaport', 'foreign'] as const, n) }
        : step,
    ),
  }),
  'an approval more': (one, at, n) => ({
    ...one,
    plan: one.plan.toSpliced(
      at % (one.plan.length + 1),
      0,
      itemOf({
        does: 'approve',
        token: pick(['weth', 'usdc', 'junk'] as const, n),
        to: pick(['conduit', 'seaport', 'foreign'] as const, at),
        amount: 100n,
      } as const),
    ),
  }),
  ...itself<SignStep, SignCase>(),
}

/** Listings or offers at random, as an honest provider answers them. */
const honestSignings: fc.Arbitrary<SignCase> = fc
  .record({
    tokens: fc.uniqueArray(fc.constantFrom(...tokens), { minLength: 1, maxLength: 3 }),
    rest: fc.record({
      action: fc.constantFrom('list' as const, 'bid' as const),
      isBulk: fc.boolean(),
      isOpen: fc.boolean(),
      rounding: small(3),
      artist: small(2),
      hasMoney: fc.boolean(),
      promised: small(4),
    }),
  })
  .chain(({ tokens: named, rest }) => fc.tuple(...named.map(seedOf)).map((seeds) => honest(rest, seeds)))

/** Listings or offers at random. */
export const signings = variantsOf(honestSignings, changes)
