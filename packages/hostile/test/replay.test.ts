import { verify } from '@sluice/core/guards'
import { resolvePolicy } from '@sluice/guards'
import {
  cancelOrders,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  matchAsks,
  matchBids,
  type OrderComponents,
  orderHash,
} from '@sluice/seaport'
import { encodeFunctionData, stringify } from 'viem'
import { describe, expect, test } from 'vitest'
import * as honest from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'

const { eth, native, nft, otherNft, receiver, seaport, user, usdc, weth } = who
const other = who.zone
const elsewhere = 137
const policy = resolvePolicy(undefined, [who.chain, { ...who.chain, id: elsewhere }])
const options = honest.fillOptions

/**
 * What a user agreed to, and the plan that an honest provider made for it. `serves` lists other agreements that
 * it also satisfies: the same thing for no more, or for no less.
 */
type Agreement = {
  readonly name: string
  readonly fixture: () => honest.Fixture
  /** Everything that must be the same, as text, apart from the price. */
  readonly same: string
  /** The maximum cost, negative for minimum proceeds. `undefined`: it is part of `same`. */
  readonly price?: bigint
}

const text = (...parts: readonly unknown[]) => parts.join('|')
const routes = { basic: fulfillBasic, advanced: fulfillAdvanced } as const

type Purchase = {
  contract?: typeof nft
  tokenId?: bigint
  gross?: bigint
  currency?: typeof nft
  to?: typeof nft
}
function purchase(
  name: string,
  { contract = nft, tokenId = 50n, gross = eth, currency = native, to = user }: Purchase,
  route: 'basic' | 'advanced' | 'available' | 'private' = 'advanced',
): Agreement {
  const target = { kind: 'token' as const, contract, tokenId }
  const intent = honest.buyIntent({
    items: [{ target, quantity: 1n }],
    limits: new Map([[currency, gross]]),
    recipient: to,
  })
  const order = honest.ask(tokenId, {
    token: contract,
    gross,
    currency,
    ...(route === 'private' ? { taker: user } : {}),
  })
  const how = { ...options, ...(to === user ? {} : { recipient: to }) }
  const fill = honest.fillOf(order)
  const call =
    route === 'available'
      ? fulfillAvailable([fill], how)
      : route === 'private'
        ? matchAsks([fill], { ...how, account: user })
        : routes[route](fill, how)
  const approval = honest.step('currency-approval', 'transaction', [honest.approveAmount(currency, gross)])
  const steps = [...(currency === native ? [] : [approval]), honest.sale(call)]
  return {
    name: `buy ${name}`,
    fixture: () => honest.buy(name, intent, structuredClone(steps)),
    same: text('buy', contract, tokenId, currency, to),
    price: gross,
  }
}

type Offer = { contract?: typeof nft; tokenId?: bigint; gross?: bigint }
function acceptance(
  name: string,
  { contract = nft, tokenId = 3n, gross = 10n * eth }: Offer,
  route: 'basic' | 'collection' | 'match' = 'basic',
): Agreement {
  const net = (gross * 925n) / 1_000n
  const intent = honest.sellIntent({
    items: [{ contract, tokenId, quantity: 1n, orderId: undefined }],
    minimums: new Map([[weth, net]]),
  })
  const order = honest.offer(route === 'basic' ? { tokenId } : { root: 0n }, {
    gross,
    token: contract,
  } as never)
  const fixed: OrderComponents = {
    ...order,
    consideration: order.consideration.map((item) =>
      item.itemType > 1 ? { ...item, token: contract } : item,
    ),
  }
  const fill = honest.fillOf(fixed, route === 'basic' ? {} : { tokenId, proof: [] })
  const call =
    route === 'basic'
      ? fulfillBasic(fill, options)
      : route === 'match'
        ? matchBids([fill], { ...options, account: user })
        : fulfillAdvanced(fill, options)
  const steps = [
    honest.step('nft-approval', 'transaction', [honest.approveOperator(contract)]),
    ...(route === 'collection'
      ? [honest.step('currency-approval', 'transaction', [honest.approveAmount(weth, gross - net)])]
      : []),
    honest.sale(call),
  ]
  return {
    name: `sell ${name}`,
    fixture: () => honest.sell(name, structuredClone(steps), intent),
    same: text('sell', contract, tokenId),
    price: -net,
  }
}

function listed(
  name: string,
  overrides: Parameters<typeof honest.listingTerms>[1] = {},
  tokenId = 1n,
): Agreement {
  const terms = honest.listingTerms(tokenId, overrides)
  const royalties = new Map([[`${terms.contract}:${tokenId}`, { recipient: who.artist, bps: 500 }]])
  return {
    name: `list ${name}`,
    fixture: () => honest.list(name, [terms], { approval: true, facts: who.factsOf({ royalties }) }),
    same: text('list', ...Object.values(terms).map((value) => stringify(value))),
  }
}

function offered(name: string, target: Parameters<typeof honest.bidTerms>[0], overrides = {}): Agreement {
  const terms = honest.bidTerms(target, overrides)
  const intent = {
    chainId: 1,
    account: user,
    action: 'bid' as const,
    source: 'market.example',
    bids: [terms],
  }
  const order = honest.providerBid(terms, [])
  const royalties = new Map()
  const steps = [
    honest.step('currency-approval', 'transaction', [honest.approveAmount(terms.currency, terms.gross)]),
    honest.step('order-signature', 'signature', [honest.signOrder(order)]),
  ]
  const facts = () =>
    who.factsOf({
      royalties,
      balances: new Map([
        [weth, 100n * eth],
        [usdc, 100n * eth],
      ]),
    })
  return {
    name: `bid ${name}`,
    fixture: () => ({ name, intent, facts: facts(), policy, response: { steps: structuredClone(steps) } }),
    same: text('bid', stringify(terms)),
  }
}

function cancelled(name: string, orders: readonly OrderComponents[]): Agreement {
  const orderIds = orders.map((order) => orderHash(order))
  const { to, data, value } = cancelOrders(seaport, orders)
  const item = honest.incomplete(honest.transaction(to, data, value))
  const steps = [honest.step('cancellation', 'transaction', [item])]
  return {
    name: `cancel ${name}`,
    fixture: () => honest.cancellation(name, structuredClone(steps), honest.cancelIntent({ orderIds })),
    same: text('cancel', ...[...orderIds].sort()),
  }
}

function given(name: string, contract: typeof nft, tokenId: bigint, to: typeof nft): Agreement {
  const args = [user, to, tokenId] as const
  const data = encodeFunctionData({ abi: honest.erc721, functionName: 'safeTransferFrom', args })
  const steps = [
    honest.step('transfer', 'transaction', [honest.incomplete(honest.transaction(contract, data))]),
  ]
  const intent = { ...honest.transferIntent({ contract, tokenId, quantity: 1n }), to }
  return {
    name: `transfer ${name}`,
    fixture: () => ({
      name,
      intent,
      facts: who.factsOf(),
      policy,
      response: { steps: structuredClone(steps) },
    }),
    same: text('transfer', contract, tokenId, to),
  }
}

const own = honest.ownOrders()
const token = { kind: 'token', contract: nft, tokenId: 9n } as const
const agreements: readonly Agreement[] = [
  purchase('a token', {}),
  purchase('it by the basic route', {}, 'basic'),
  purchase('it by the route for many', {}, 'available'),
  purchase('it of a private listing', {}, 'private'),
  purchase('it at an older, higher price', { gross: 2n * eth }),
  purchase('it at an older, higher price by the basic route', { gross: 2n * eth }, 'basic'),
  purchase('it a wei dearer', { gross: eth + 200n }, 'basic'),
  purchase('it at a lower price', { gross: eth / 2n }),
  purchase('another token', { tokenId: 51n }),
  purchase('another token by the basic route', { tokenId: 51n }, 'basic'),
  purchase('the same number elsewhere', { contract: otherNft }),
  purchase('it for wrapped coin', { currency: weth }),
  purchase('it for dollars', { currency: usdc, gross: 500_000_000n }),
  purchase('it as a gift', { to: receiver }),
  purchase('it as a gift, by the route for many', { to: receiver }, 'available'),
  acceptance('a token', {}),
  acceptance('it into a collection offer', {}, 'collection'),
  acceptance('it by a match', {}, 'match'),
  acceptance('it at an older, lower price', { gross: 9n * eth }),
  acceptance('it at an older, lower price into a collection offer', { gross: 9n * eth }, 'collection'),
  acceptance('it at an older, lower price by a match', { gross: 9n * eth }, 'match'),
  acceptance('it for more', { gross: 11n * eth }),
  acceptance('another token', { tokenId: 9n }),
  acceptance('another token into a collection offer', { tokenId: 9n }, 'collection'),
  acceptance('the same number elsewhere', { contract: otherNft }, 'collection'),
  listed('a token'),
  listed('it cheaper', { gross: eth - 1n }),
  listed('it dearer', { gross: eth + 1n }),
  listed('it for a week less', { endTime: who.nowSeconds + 23n * who.day }),
  listed('it for wrapped coin', { currency: weth }),
  listed('it for one taker', { taker: receiver }),
  listed('it at a falling price', { gross: 2n * eth, endGross: eth }),
  listed('it at a higher fee', { fees: [{ recipient: who.marketplace, bps: 500 }] }),
  listed('another token', {}, 2n),
  listed('the same number elsewhere', { contract: otherNft }),
  offered('for a token', token),
  offered('more for it', token, { gross: eth + 1n }),
  offered('less for it', token, { gross: eth - 1n }),
  offered('dollars for it', token, { currency: usdc }),
  offered('for it, a day less', token, { endTime: who.nowSeconds + 6n * who.day }),
  offered('for another token', { ...token, tokenId: 10n }),
  offered('for the same number elsewhere', { ...token, contract: otherNft }),
  offered('for any of the collection', { kind: 'collection', contract: nft }),
  offered('for any of some', { kind: 'list', contract: nft, tokenIds: honest.tokenIds }),
  cancelled('one order', own.slice(0, 1)),
  cancelled('another', own.slice(1)),
  cancelled('both', own),
  given('a token', nft, 1n, receiver),
  given('it to somebody else', nft, 1n, other),
  given('another token', nft, 2n, receiver),
  given('the same number elsewhere', otherNft, 1n, receiver),
]

const serves = (plan: Agreement, asked: Agreement): boolean =>
  plan.same === asked.same && (plan.price ?? 0n) <= (asked.price ?? 0n)

const verdictFor = ({ intent, facts }: honest.Fixture, response: unknown, chainId = 1) =>
  verify({ ...intent, chainId }, response, facts, policy, { salts: [1n] })
const passes = (asked: Agreement, response: unknown, chainId = 1) =>
  verdictFor(asked.fixture(), response, chainId).decision !== 'block'

/** An honest provider's plan for another user; with `from`, under the name of this one. */
const toldAnother = ({ fixture }: Agreement, from: string = other): unknown =>
  JSON.parse(JSON.stringify(fixture().response).replaceAll(user.slice(2), other.slice(2)), (key, value) =>
    key === 'from' ? from : value,
  )

describe('a plan that was honest for another action', () => {
  test.each(agreements.map((asked) => [asked.name, asked] as const))(
    '%s: only plans for the same pass, for no more and no less than agreed',
    (_, asked) => {
      expect(verdictFor(asked.fixture(), asked.fixture().response).findings).toEqual([])
      const passed = agreements.filter((plan) => passes(asked, plan.fixture().response))
      expect(passed).toEqual(agreements.filter((plan) => serves(plan, asked)))
    },
  )

  test('of another user passes only if it names nobody but its sender', () => {
    expect(agreements.filter((plan) => passes(plan, toldAnother(plan)))).toEqual([])
    const named = agreements.map((plan) => [plan, toldAnother(plan, user)] as const)
    const passed = named.filter(([plan, response]) => passes(plan, response))
    // The sender of a fill gives and gets: such a plan is this user's own, byte for byte.
    const nobodys = named.filter(([, response]) => !JSON.stringify(response).includes(other.slice(2)))
    expect(passed.map(([plan]) => plan.name)).toEqual(nobodys.map(([plan]) => plan.name))
    expect(passed.every(([plan]) => plan.price !== undefined)).toBe(true)
  })

  test('of another chain is never signed, even though the contracts have the same addresses', () => {
    const signing = agreements.filter(({ same }) => /^(list|bid)/.test(same))
    expect(signing.filter((plan) => passes(plan, plan.fixture().response, elsewhere))).toEqual([])
    const said = (plan: Agreement) =>
      JSON.parse(JSON.stringify(plan.fixture().response), (key, value) =>
        key === 'data' && typeof value === 'object' ? { ...value, chainId: 1 } : value,
      )
    expect(agreements.filter((plan) => passes(plan, said(plan), elsewhere))).toEqual([])
  })
})
