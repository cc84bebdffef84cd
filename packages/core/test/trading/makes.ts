import { criteriaRoot } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { transferTokens } from '../../src/actions/transferTokens.ts'
import { getTokens } from '../../src/reads/marketReads.ts'
import { abis } from './floor.ts'
import type { Ledger } from './ledger.ts'
import {
  balance,
  type Context,
  common,
  fees,
  held,
  idsOf,
  kindOf,
  low,
  now,
  nowOf,
  type Plan,
  price,
  show,
  somebody,
} from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import { moneyOf, nftOf, sizeOf, statusOf, tokenOf } from './truth.ts'

export function listing(context: Context, index: number, token: string) {
  const { floor, random } = context
  const { gross, currency } = price(context)
  const most = kindOf(floor, token) === 'erc721' ? 1 : Number(balance(context, index, token))
  const quantity = most === 1 ? 1 : 1 + random.below(most)
  // Most prices divide by their quantity; some are sold whole.
  const weiPrice = random.odds(0.8) ? gross * BigInt(quantity) : gross * BigInt(quantity) + 1n
  const others = floor.watched.traders.filter((_, at) => at !== index)
  const falling = random.odds(0.15)
  const version = random.odds(0.2) ? ('seaport-v1.5' as const) : ('seaport-v1.6' as const)
  return {
    token,
    weiPrice,
    currency,
    ...(quantity === 1 && random.odds(0.5) ? {} : { quantity }),
    ...fees(context),
    ...(random.odds(0.25) ? { automatedRoyalties: false } : {}),
    ...(random.odds(0.1) ? { royaltyBps: 200 } : {}),
    ...(falling ? { endWeiPrice: (weiPrice / BigInt(quantity) / 2n) * BigInt(quantity) } : {}),
    ...(!falling && random.odds(0.12) ? { taker: random.pick(others) } : {}),
    ...(random.odds(0.08) ? { expirationTime: String(now() + 6 + random.below(8)) } : {}),
    ...(random.odds(0.1) ? { listingTime: now() - random.below(3000) } : {}),
    ...(random.odds(0.2) ? { orderKind: version } : {}),
  }
}

export function list(context: Context, most = 1): Plan {
  const { floor, random, note } = context
  const index = somebody(context)
  const tokens = random.some(held(context, index), most)
  if (tokens.length === 0) throw new NotPossible()
  const listings = tokens.map((token) => listing(context, index, token))
  note(show(listings))
  const setup = common(context, index)
  return {
    kind: most === 1 ? 'list' : `list of several`,
    start: () => [listTokens(floor.client, { ...setup, listings })],
    ends: ['complete'],
    touched: tokens,
    after: async (ends) => {
      const ids = idsOf(ends)
      await floor.learn(ids, 'sell')
      if (ends[0]?.status !== 'complete') return []
      const wrong =
        ids.length === listings.length ? [] : [`${ids.length} orders of ${listings.length} listings`]
      for (const { token, weiPrice, currency, quantity = 1 } of listings)
        if (
          !ids.some((id) => {
            const entry = floor.book.get(id)!
            const gross = entry.order.consideration.reduce(
              (sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n),
              0n,
            )
            return (
              tokenOf(entry) === token &&
              gross === weiPrice &&
              moneyOf(entry).token === currency &&
              sizeOf(entry) === BigInt(quantity)
            )
          })
        )
          wrong.push(`no order is the listing of ${token}`)
      return wrong
    },
  }
}

export function listMany(context: Context): Plan {
  return list(context, 20)
}

export async function bid(context: Context): Promise<Plan> {
  const { floor, random, note } = context
  const index = somebody(context)
  const count = random.pick([1, 1, 1, 2, 4])
  const sets: bigint[][] = []
  const bids: Parameters<typeof placeBids>[1]['bids'][number][] = []
  for (let at = 0; at < count; at += 1) {
    const { gross, currency } = price(context, true)
    const token = random.pick(floor.watched.tokens)
    const [contract] = token.split(':') as [Address]
    const single = kindOf(floor, token) === 'erc721'
    const shape = random.pick(['token', 'collection', 'collection', 'list', 'attribute'])
    const quantity = shape === 'token' && single ? 1 : random.pick([1, 1, 2, 3])
    const same = floor.watched.tokens.filter((other) => other.startsWith(contract))
    const terms = {
      weiPrice: gross * BigInt(quantity),
      currency,
      ...(quantity === 1 ? {} : { quantity }),
      ...fees(context),
      ...(random.odds(0.2) ? { automatedRoyalties: false } : {}),
      ...(random.odds(0.08) ? { expirationTime: String(now() + 6 + random.below(8)) } : {}),
      ...(random.odds(0.15) ? { orderKind: 'seaport-v1.5' as const } : {}),
    }
    if (shape === 'token') bids.push({ ...terms, token })
    else if (shape === 'list') {
      const tokens = [...new Set([token, ...random.some(same, 9)])]
      const { id: tokenSetId } = (await (
        await fetch(`${floor.chain.baseApiUrl}/token-sets/v1`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ tokens }),
        })
      ).json()) as { id: string }
      const tokenIds = tokens.map((one) => BigInt(one.split(':')[1]!))
      sets[at] = tokenIds
      bids.push({ ...terms, tokenSetId, tokenIds })
    } else if (shape === 'attribute') {
      const { items } = await getTokens(floor.client, { tokens: [token], includeAttributes: true })
      const attributes = items[0]?.token.attributes ?? []
      if (attributes.length === 0) throw new NotPossible()
      const { key: attributeKey, value: attributeValue } = random.pick(attributes)
      const tokenIds: bigint[] = []
      for await (const row of await getTokens(floor.client, {
        collection: contract,
        attributes: { [attributeKey]: attributeValue },
        limit: 100,
      }))
        tokenIds.push(BigInt(row.token.tokenId))
      sets[at] = tokenIds
      bids.push({ ...terms, collection: contract, attributeKey, attributeValue, tokenIds })
    } else bids.push({ ...terms, collection: contract })
  }
  note(show(bids))
  const setup = common(context, index)
  return {
    kind: count === 1 ? 'bid' : 'bids',
    start: () => [placeBids(floor.client, { ...setup, bids })],
    ends: ['complete'],
    touched: [],
    after: async (ends) => {
      const ids = idsOf(ends)
      await floor.learn(ids, 'buy')
      // Which list an order is for: its root names it.
      for (const id of ids) {
        const entry = floor.book.get(id)!
        if (nftOf(entry).itemType < 4 || nftOf(entry).identifierOrCriteria === 0n) continue
        const root = nftOf(entry).identifierOrCriteria
        const set = sets.find(
          (one) =>
            one !== undefined && BigInt(criteriaRoot([...one].sort((a, b) => (a < b ? -1 : 1)))) === root,
        )
        if (set === undefined) return [`the root of ${id} is of no set that was named`]
        floor.book.set(id, { ...entry, tokenIds: set })
      }
      return ends[0]?.status === 'complete' && ids.length !== bids.length
        ? [`${ids.length} orders of ${bids.length} bids`]
        : []
    },
  }
}

export function cancel(context: Context): Plan {
  const { floor, random, world, note } = context
  const index = somebody(context)
  const own = [...floor.book.values()].filter(
    (entry) =>
      entry.order.offerer === floor.watched.traders[index] &&
      ['active', 'inactive'].includes(statusOf(entry, world, nowOf(world))) &&
      entry.order.endTime > nowOf(world) + 10n,
  )
  const chosen = random.some(own, random.pick([1, 1, 3, 6]))
  if (chosen.length === 0) throw new NotPossible()
  const setup = common(context, index)
  note(show(chosen.map(({ id, version, silent, order }) => `${id} ${version} ${silent} ${order.zone}`)))
  return {
    kind: chosen.length === 1 ? 'cancel' : 'cancel several',
    start: () => [cancelOrders(floor.client, { ...setup, orderIds: chosen.map(({ id }) => id) })],
    ends: ['complete'],
    touched: chosen.map(tokenOf),
    after: async (ends) => {
      if (ends[0]?.status !== 'complete') return []
      const head = await floor.world()
      for (const entry of chosen) if (entry.order.zone !== zeroAddress) entry.silent = true
      return chosen.flatMap((entry) =>
        statusOf(entry, head, nowOf(head)) === 'cancelled' ? [] : [`${entry.id} is not cancelled`],
      )
    },
  }
}

export function cancelAll(context: Context): Plan {
  const { floor } = context
  const index = somebody(context)
  const setup = common(context, index)
  return {
    kind: 'cancel all',
    start: () => [cancelOrders(floor.client, { ...setup, orderIds: [], all: true })],
    ends: ['complete'],
    touched: held(context, index).slice(0, 10),
    after: async () => {
      const head = await floor.world()
      const open = [...floor.book.values()].filter(
        (entry) =>
          entry.version === '1.6' &&
          entry.order.offerer === floor.watched.traders[index] &&
          ['active', 'inactive'].includes(statusOf(entry, head, nowOf(head))),
      )
      return open.map(({ id }) => `${id} outlived that all were cancelled`)
    },
  }
}

export function transfer(context: Context): Plan {
  const { floor, random, note } = context
  const index = somebody(context)
  const tokens = random.some(held(context, index), random.pick([1, 1, 3, 5]))
  if (tokens.length === 0) throw new NotPossible()
  const items = tokens.map((token) => ({
    token,
    quantity:
      kindOf(floor, token) === 'erc721' ? 1 : 1 + random.below(Number(balance(context, index, token))),
  }))
  const to = random.pick(floor.watched.traders.filter((_, at) => at !== index))
  const setup = common(context, index)
  note(show({ items, to }))
  return {
    kind: items.length === 1 ? 'transfer' : 'transfer several',
    start: () => [transferTokens(floor.client, { ...setup, to, items })],
    ends: ['complete'],
    touched: tokens,
    settle: (ledger, _mined, ends) => {
      if (ends[0]?.status === 'complete')
        for (const { token, quantity } of items)
          ledger.move(floor.watched.traders[index]!, to, token, BigInt(quantity))
      return []
    },
  }
}

/** What holders do beside the market: approvals taken back or given, tokens and money moved. */
export function upset(context: Context): Plan {
  const { floor, random, note } = context
  const index = somebody(context)
  const account = floor.watched.traders[index]!
  const { contracts } = floor.chain
  const other = random.pick(floor.watched.traders.filter((_, at) => at !== index))
  const what = random.pick(['revoke', 'permit', 'move', 'allow', 'wrap', 'unwrap', 'pay'])
  note(`${what} by ${index}`)
  let settle: (ledger: Ledger) => void = () => undefined
  let call: [Address, Hex, bigint?]
  const touched: string[] = []
  if (what === 'revoke' || what === 'permit') {
    const { address } = random.pick(contracts.collections)
    touched.push(...floor.watched.tokens.filter((token) => token.startsWith(low(address))).slice(0, 12))
    call = [
      address,
      encodeFunctionData({
        abi: abis.nft,
        functionName: 'setApprovalForAll',
        args: [contracts.conduit, what === 'permit'],
      }),
    ]
  } else if (what === 'move') {
    const token = random.pick(held(context, index))
    const [contract, id] = token.split(':') as [Address, string]
    const single = kindOf(floor, token) === 'erc721'
    const units = single ? 1n : 1n + BigInt(random.below(Number(balance(context, index, token))))
    touched.push(token)
    settle = (ledger) => ledger.move(account, other, token, units)
    call = [
      contract,
      single
        ? encodeFunctionData({
            abi: abis.nft,
            functionName: 'transferFrom',
            args: [account, other, BigInt(id)],
          })
        : encodeFunctionData({
            abi: abis.nft,
            functionName: 'safeTransferFrom',
            args: [account, other, BigInt(id), units, '0x'],
          }),
    ]
  } else if (what === 'allow')
    call = [
      random.pick([contracts.weth, contracts.usdc]),
      encodeFunctionData({
        abi: abis.money,
        functionName: 'approve',
        args: [contracts.conduit, BigInt(random.below(100)) * 10n ** 17n],
      }),
    ]
  else if (what === 'wrap') {
    settle = (ledger) => {
      ledger.add(account, zeroAddress, -(10n ** 18n))
      ledger.add(account, contracts.weth, 10n ** 18n)
    }
    call = [contracts.weth, encodeFunctionData({ abi: abis.money, functionName: 'deposit' }), 10n ** 18n]
  } else if (what === 'unwrap') {
    const amount = balance(context, index, contracts.weth) / 2n
    settle = (ledger) => {
      ledger.add(account, zeroAddress, amount)
      ledger.add(account, contracts.weth, -amount)
    }
    call = [contracts.weth, encodeFunctionData({ abi: abis.money, functionName: 'withdraw', args: [amount] })]
  } else {
    const money = random.pick([contracts.weth, contracts.usdc])
    const amount = balance(context, index, money) / 2n
    settle = (ledger) => ledger.move(account, other, money, amount)
    call = [money, encodeFunctionData({ abi: abis.money, functionName: 'transfer', args: [other, amount] })]
  }
  return {
    kind: what,
    start: () => [
      { done: floor.people[index]!.raw(...call).then(() => ({ status: 'complete', problems: [] }) as never) },
    ],
    ends: ['complete'],
    touched,
    settle: (ledger) => {
      settle(ledger)
      return []
    },
  }
}
