import type { BidIntent, ListIntent } from '@sluice/guards'
import {
  bulkTypedData,
  type ConsiderationItem,
  type Fee,
  type OfferItem,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import { type Address, stringify, zeroAddress, zeroHash } from 'viem'
import type { OfferedOrder, SignCase, SignRequest, SignStep, SignTerms } from '../src/signCase.ts'
import { remembered } from './remembered.ts'
import {
  addresses,
  approveStep,
  bareChain,
  callStep,
  collections,
  contractOf,
  counter,
  currencies,
  foreignZone,
  movers,
  now,
  operatorStep,
  ownZone,
  permissionsOf,
  seaport,
  stepOf,
  tokenIdOf,
  unexpectedStep,
} from './world.ts'
import type { Written } from './writeTrade.ts'

const zones = { none: zeroAddress, own: ownZone, foreign: foreignZone } as const

function componentsOf(action: 'list' | 'bid', order: OfferedOrder): OrderComponents {
  const base = order.standard === 'erc721' ? 2 : 3
  const nft = {
    itemType: (order.isAny ? base + 2 : base) as OfferItem['itemType'],
    token: contractOf(order.token),
    identifierOrCriteria: order.isAny ? 0n : tokenIdOf(order.token),
    startAmount: order.quantity,
    endAmount: order.endQuantity,
  }
  const pay = (currency: OfferedOrder['currency'], start: bigint, end: bigint): OfferItem => ({
    itemType: currency === 'coin' ? 0 : 1,
    token: currencies[currency],
    identifierOrCriteria: 0n,
    startAmount: start,
    endAmount: end,
  })
  const payments = order.payments.map(({ to, start, end, currency }) => ({
    ...pay(currency, start, end),
    recipient: addresses[to],
  }))
  const toNft: readonly ConsiderationItem[] =
    order.tokenTo === 'nobody' ? [] : [{ ...nft, recipient: addresses[order.tokenTo] }]
  const gives = action === 'list' ? nft : pay(order.currency, order.gross, order.endGross)
  const more = { ...nft, token: collections.B, identifierOrCriteria: 99n }
  return {
    offerer: addresses[order.offerer],
    zone: zones[order.zone],
    offer: order.givesMore ? [gives, more] : [gives],
    consideration: action === 'list' ? [...payments, ...toNft] : [...toNft, ...payments],
    orderType: ((order.isPartial ? 1 : 0) + (order.isRestricted ? 2 : 0)) as OrderComponents['orderType'],
    startTime: now + order.starts,
    endTime: now + order.ends,
    zoneHash: order.hasZoneHash ? `0x${'12'.repeat(32)}` : zeroHash,
    salt: 5n,
    conduitKey: movers[order.through].key,
    counter: order.counter === 'current' ? counter : counter + 1n,
  }
}

const json = (value: unknown): unknown => JSON.parse(stringify(value))

function writeRequest(action: 'list' | 'bid', request: SignRequest) {
  const orders = request.orders.map((order) => componentsOf(action, order))
  const [first] = orders
  if (first === undefined) throw new RangeError('A request has an order.')
  const domain = seaportDomain(request.domain === 'other chain' ? 10 : 1, '1.6', seaport)
  const data = request.isBulk ? bulkTypedData(domain, orders) : orderTypedData(domain, first)
  const types: Record<string, readonly { name: string; type: string }[]> = { ...data.types }
  if (request.types === 'changed')
    types.OfferItem = [...(types.OfferItem ?? []), { name: 'more', type: 'uint256' }]
  return {
    sign: {
      signatureKind: 'eip712',
      domain: {
        ...domain,
        ...(request.domain === 'other contract' && { verifyingContract: addresses.stranger }),
        ...(request.domain === 'more fields' && { salt: zeroHash }),
      },
      types,
      primaryType: data.primaryType,
      value: json(data.message),
    },
    post: { endpoint: request.endpoint, method: 'POST', body: {} },
  }
}

function writeStep(action: 'list' | 'bid', step: SignStep): object {
  switch (step.does) {
    case 'unexpected':
      return unexpectedStep(step)
    case 'sign':
      return stepOf(step, 'signature', writeRequest(action, step))
    case 'wrap':
      return callStep(step, { to: currencies.weth, data: '0xd0e30db0', value: step.amount })
    case 'approve':
      return approveStep(step)
    default:
      return operatorStep(step)
  }
}

const steps = {
  list: remembered((step: SignStep) => writeStep('list', step)),
  bid: remembered((step: SignStep) => writeStep('bid', step)),
}

const termsOf = (terms: SignTerms) => ({
  quantity: terms.quantity,
  gross: terms.gross,
  currency: currencies[terms.currency],
  startTime: undefined,
  endTime: now + terms.ends,
  fees: terms.fees.map(({ to, bps }): Fee => ({ recipient: addresses[to], bps })),
  royalties:
    terms.royaltyBps === undefined
      ? ({ mode: 'none' } as const)
      : ({ mode: 'chain', maxBps: terms.royaltyBps } as const),
  version: '1.6' as const,
  conduitKey: terms.through && movers[terms.through].key,
  salt: undefined,
  offChainCancellable: terms.isCancellable,
})

function intentOf({ action, orders }: SignCase['intent']): ListIntent | BidIntent {
  const common = { chainId: 1, account: addresses.account }
  if (action === 'bid')
    return {
      ...common,
      action,
      bids: orders.map((terms) => ({
        ...termsOf(terms),
        target: terms.isAny
          ? { kind: 'collection', contract: contractOf(terms.token) }
          : { kind: 'token', contract: contractOf(terms.token), tokenId: tokenIdOf(terms.token) },
      })),
    }
  return {
    ...common,
    action,
    listings: orders.map((terms) => ({
      ...termsOf(terms),
      contract: contractOf(terms.token),
      tokenId: tokenIdOf(terms.token),
      endGross: terms.endGross,
      taker: terms.taker && addresses[terms.taker],
    })),
  }
}

const writeIntent = remembered(intentOf)

/** Writes listings or offers as what the guards are given. */
export function writeSigning(given: SignCase): Written {
  const royalty = { recipient: addresses.artist, bps: given.artistBps }
  const tokens = given.intent.orders.flatMap(({ token }) => [
    `${contractOf(token)}:${tokenIdOf(token)}`,
    `${contractOf(token)}:1`,
  ])
  return {
    intent: writeIntent(given.intent),
    response: { steps: given.plan.map(steps[given.intent.action]) },
    chainState: {
      ...bareChain,
      ...(!given.isCounterRead && { counters: new Map() }),
      ...permissionsOf(given.allowances, given.operators),
      balances: new Map(
        [...given.balances].map(([name, amount]): [Address, bigint] => [currencies[name], amount]),
      ),
      holdings: new Map(
        [...given.holdings].map(
          ([token, units]) => [`${contractOf(token)}:${tokenIdOf(token)}`, units] as const,
        ),
      ),
      royalties: given.artistBps > 0 ? new Map(tokens.map((token) => [token, royalty] as const)) : new Map(),
      accountCode: given.account === 'key' ? 'none' : given.account === 'contract' ? 'contract' : undefined,
      ...(given.promised > 0n && {
        openBidTotals: new Map([[`${currencies.weth}:${movers.conduit.address}`, given.promised]]),
      }),
    },
  }
}
