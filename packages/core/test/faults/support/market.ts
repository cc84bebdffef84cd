import {
  buildBid,
  buildListing,
  cancelOrders,
  erc20Abi,
  erc721Abi,
  fulfillAdvanced,
  type OrderComponents,
  orderDigest,
  orderHash,
  orderTypedData,
  seaportDomain,
  wrappedNativeAbi,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, toHex, zeroAddress } from 'viem'
import type { FaultyNode } from './node.ts'
import type { Received, Reply, Server } from './server.ts'
import type { FaultyWallet } from './wallet.ts'

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

export type MarketContracts = {
  readonly seaport: Address
  readonly conduit: Address
  readonly conduitKey: Hex
  readonly weth: Address
  readonly collections: readonly { readonly address: Address }[]
}

export type Listed = { readonly id: Hex; readonly order: OrderComponents; readonly signature: Hex }

/** An honest provider over the real chain: what it says can be changed by a test before it is sent. */
export type HonestMarket = {
  readonly orders: Map<Hex, Listed>
  /** A listing of the seller for a token, ready to be bought. */
  readonly list: (
    tokenId: bigint,
    price: bigint,
    terms?: { currency?: Address; endTime?: bigint; fallsTo?: bigint },
  ) => Promise<Listed>
  /** An offer of the buyer for a token, in wrapped coin; within its day it may fall to another price. */
  readonly offer: (tokenId: bigint, price: bigint, fallsTo?: bigint) => Promise<Listed>
  /** Unix seconds of the chain. */
  readonly chainTime: () => Promise<bigint>
}

type Step = Record<string, unknown>
const step = (id: string, kind: 'transaction' | 'signature', items: readonly unknown[]): Step => ({
  id,
  action: 'Do it',
  description: 'Because',
  kind,
  items,
})
const open = (data: unknown, more: object = {}) => ({ status: 'incomplete', data, ...more })
const json = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, each) =>
      typeof each !== 'bigint' ? each : key.endsWith('Time') ? Number(each) : `${each}`,
    ),
  )

export function serveMarket(
  server: Server,
  node: FaultyNode,
  { seller, buyer }: { readonly seller: FaultyWallet; readonly buyer: FaultyWallet },
  contracts: MarketContracts,
  chainId: number,
): HonestMarket {
  const { seaport, conduit, conduitKey, collections, weth } = contracts
  const nft = collections[0]!.address
  const orders = new Map<Hex, Listed>()
  const domain = seaportDomain(chainId, '1.6')
  const chainTime = async () => {
    const block = await node.real<{ timestamp: Hex }>('eth_getBlockByNumber', ['latest', false])
    return BigInt(block.timestamp)
  }
  const read = (to: Address, data: Hex) => node.real<Hex>('eth_call', [{ to, data }, 'latest'])
  const counterOf = async (maker: Address) =>
    BigInt(await read(seaport, `0xf07ec373${maker.slice(2).padStart(64, '0')}` as Hex))
  const buildOne = async (
    maker: Address,
    tokenId: bigint,
    price: bigint,
    terms: { currency?: Address; startTime?: bigint; endTime?: bigint; fallsTo?: bigint | undefined } = {},
  ) => {
    const now = await chainTime()
    return buildListing({
      maker,
      gross: price,
      endGross: terms.fallsTo,
      currency: terms.currency ?? zeroAddress,
      quantity: 1n,
      fees: [],
      startTime: terms.startTime ?? now - 60n,
      endTime: terms.endTime ?? now + 86_400n * 30n,
      salt: BigInt(orders.size + 1) * 1_000n + tokenId,
      conduitKey,
      counter: await counterOf(maker),
      token: nft,
      tokenId,
      kind: 'erc721',
    })
  }
  const buildOffer = async (maker: Address, tokenId: bigint, price: bigint, endTime?: bigint) => {
    const now = await chainTime()
    return buildBid({
      maker,
      gross: price,
      currency: weth,
      quantity: 1n,
      fees: [],
      startTime: now - 60n,
      endTime: endTime ?? now + 86_400n,
      salt: BigInt(orders.size + 1) * 1_000n + tokenId,
      conduitKey,
      counter: await counterOf(maker),
      target: { kind: 'erc721', token: nft, tokenId },
    })
  }
  const keep = async (wallet: FaultyWallet, order: OrderComponents): Promise<Listed> => {
    const listed = { id: orderHash(order), order, signature: await wallet.sign(orderDigest(domain, order)) }
    orders.set(listed.id, listed)
    return listed
  }
  const list: HonestMarket['list'] = async (tokenId, price, terms) =>
    keep(seller, await buildOne(seller.account, tokenId, price, terms))
  const offer: HonestMarket['offer'] = async (tokenId, price, fallsTo = price) => {
    const order = await buildOffer(buyer.account, tokenId, price)
    const [given] = order.offer
    if (given === undefined) throw new Error('The offer offers nothing')
    return keep(buyer, { ...order, offer: [{ ...given, endAmount: fallsTo }] })
  }
  const isFor = (order: OrderComponents, token: string) =>
    [order.offer[0]!, order.consideration[0]!].some(
      (item) => `${item.token}:${item.identifierOrCriteria}` === token,
    )
  const call = (from: Address, to: Address, data: Hex, value = 0n) => ({
    from,
    to,
    data,
    value: toHex(value),
  })

  const buy = async ({ body }: Received): Promise<Reply> => {
    const chosen = (body.items as { token?: string; orderId?: Hex }[]).map(
      ({ token, orderId }) =>
        [...orders.values()].findLast(({ id, order }) => id === orderId || isFor(order, token ?? ''))!,
    )
    const now = await chainTime()
    const taker = body.taker as Address
    const steps: Step[] = []
    for (const { order } of chosen) {
      const { token, startAmount } = order.consideration[0]!
      if (token === zeroAddress) continue
      const allowance = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'allowance',
        args: [taker, conduit],
      })
      const enough = BigInt(await read(token, allowance)) >= startAmount
      const approve = encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [conduit, startAmount],
      })
      steps.push(
        step('currency-approval', 'transaction', [
          enough ? { status: 'complete' } : open(call(taker, token, approve)),
        ]),
      )
    }
    const sales = chosen.map(({ id, order, signature }) => {
      const fill = fulfillAdvanced({ components: order, signature }, { seaport, conduitKey, now })
      return open(call(taker, fill.to, fill.data, fill.value), { orderIds: [id] })
    })
    steps.push(step('sale', 'transaction', sales))
    const path = chosen.map(({ id, order }) => {
      const { token, startAmount } = order.consideration[0]!
      return {
        orderId: id,
        contract: nft,
        tokenId: `${order.offer[0]!.identifierOrCriteria}`,
        quantity: 1,
        currency: token,
        currencyDecimals: 18,
        rawQuote: `${startAmount}`,
        quote: Number(startAmount) / 1e18,
      }
    })
    return { body: { requestId: 'request-1', steps, path, errors: [] } }
  }
  /** Lets the conduit move the account's tokens, where it may not yet. */
  const approval = async (account: Address): Promise<Step> => {
    const asked = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'isApprovedForAll',
      args: [account, conduit],
    })
    const approve = encodeFunctionData({
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [conduit, true],
    })
    const approved = BigInt(await read(nft, asked)) === 1n
    return step('nft-approval', 'transaction', [
      approved ? { status: 'complete' } : open(call(account, nft, approve)),
    ])
  }
  const sell = async ({ body }: Received): Promise<Reply> => {
    const taker = body.taker as Address
    const chosen = (body.items as { token: string }[]).map(
      ({ token }) => [...orders.values()].findLast(({ order }) => isFor(order, token))!,
    )
    const now = await chainTime()
    const sales = chosen.map(({ id, order, signature }) => {
      const fill = fulfillAdvanced({ components: order, signature }, { seaport, conduitKey, now })
      return open(call(taker, fill.to, fill.data, fill.value), { orderIds: [id] })
    })
    const path = chosen.map(({ id, order }) => ({
      orderId: id,
      contract: nft,
      tokenId: `${order.consideration[0]!.identifierOrCriteria}`,
      quantity: 1,
      currency: weth,
      currencyDecimals: 18,
      rawQuote: `${order.offer[0]!.startAmount}`,
    }))
    const steps = [await approval(taker), step('sale', 'transaction', sales)]
    return { body: { requestId: 'request-6', steps, path, errors: [] } }
  }
  const bid = async ({ body }: Received): Promise<Reply> => {
    const maker = body.maker as Address
    const asked = body.params as { token: string; weiPrice: string; expirationTime: string }[]
    const price = asked.reduce((sum, { weiPrice }) => sum + BigInt(weiPrice), 0n)
    const ask = async (functionName: 'balanceOf' | 'allowance') => {
      const data =
        functionName === 'balanceOf'
          ? encodeFunctionData({ abi: erc20Abi, functionName, args: [maker] })
          : encodeFunctionData({ abi: erc20Abi, functionName, args: [maker, conduit] })
      return BigInt(await read(weth, data))
    }
    const [balance, allowed] = [await ask('balanceOf'), await ask('allowance')]
    const deposit = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' })
    const approve = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, price] })
    const done = { status: 'complete' }
    const built = await Promise.all(
      asked.map(({ token, weiPrice, expirationTime }) =>
        buildOffer(maker, BigInt(token.split(':')[1]!), BigInt(weiPrice), BigInt(expirationTime)),
      ),
    )
    return {
      body: {
        steps: [
          step('currency-wrapping', 'transaction', [
            balance >= price ? done : open(call(maker, weth, deposit, price - balance)),
          ]),
          step('currency-approval', 'transaction', [
            allowed >= price ? done : open(call(maker, weth, approve)),
          ]),
          step('order-signature', 'signature', built.map(signing)),
        ],
        errors: [],
      },
    }
  }
  /** What one order is signed and posted as. */
  const signing = (order: OrderComponents, index: number) => {
    const typed = orderTypedData(domain, order)
    return open(
      {
        sign: {
          signatureKind: 'eip712',
          domain: { ...typed.domain },
          types: json(typed.types),
          primaryType: typed.primaryType,
          value: json(typed.message),
        },
        post: {
          endpoint: '/order/v3',
          method: 'POST',
          body: { order: { kind: 'seaport-v1.6', data: json(order) }, orderbook: 'reservoir' },
        },
      },
      { orderIndexes: [index] },
    )
  }
  const listing = async ({ body }: Received): Promise<Reply> => {
    const maker = body.maker as Address
    const asked = body.params as {
      token: string
      weiPrice: string
      endWeiPrice?: string
      expirationTime?: string
    }[]
    const built = await Promise.all(
      asked.map((one) =>
        buildOne(maker, BigInt(one.token.split(':')[1]!), BigInt(one.weiPrice), {
          ...(one.endWeiPrice === undefined ? {} : { fallsTo: BigInt(one.endWeiPrice) }),
          ...(one.expirationTime === undefined ? {} : { endTime: BigInt(one.expirationTime) }),
        }),
      ),
    )
    return {
      body: {
        steps: [await approval(maker), step('order-signature', 'signature', built.map(signing))],
        errors: [],
      },
    }
  }
  const post = async ({ body, query }: Received): Promise<Reply> => {
    const order = bigints(body.order.data)
    const id = orderHash(order)
    orders.set(id, { id, order, signature: query.get('signature') as Hex })
    return { body: { message: 'Success', orderId: id } }
  }
  const cancel = async ({ body }: Received): Promise<Reply> => {
    const cancelled = (body.orderIds as Hex[]).map((id) => orders.get(id)!.order)
    const { to, data } = cancelOrders(seaport, cancelled)
    const from = cancelled[0]!.offerer
    const item = open(call(from, to, data), { orderIds: body.orderIds })
    return { body: { requestId: 'request-2', steps: [step('cancellation', 'transaction', [item])] } }
  }
  const transfer = async ({ body }: Received): Promise<Reply> => {
    const items = (body.items as { token: string }[]).map(({ token }) => {
      const [contract, id] = token.split(':') as [Address, string]
      const args = [body.from, body.to, BigInt(id)] as const
      return open(
        call(
          body.from,
          contract,
          encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args }),
        ),
      )
    })
    return { body: { requestId: 'request-3', steps: [step('transfer', 'transaction', items)] } }
  }
  const receiptOf = (hash: string) =>
    node.real<{ status: Hex; logs: { address: Address; topics: Hex[]; data: Hex }[] } | null>(
      'eth_getTransactionReceipt',
      [hash],
    )
  const synced = async ({ path }: Received): Promise<Reply> => ({
    body: { synced: (await receiptOf(path.split('/')[2]!)) !== null },
  })
  const transfers = async ({ query }: Received): Promise<Reply> => {
    const hash = query.get('txHash')!
    const logs = ((await receiptOf(hash))?.logs ?? []).filter(
      ({ topics }) => topics[0] === transferTopic && topics.length === 4,
    )
    return {
      body: {
        transfers: logs.map(({ address, topics }, index) => ({
          id: `${hash}:${index}`,
          token: { contract: address, tokenId: `${BigInt(topics[3]!)}` },
          from: `0x${topics[1]!.slice(26)}`,
          to: `0x${topics[2]!.slice(26)}`,
          amount: '1',
          txHash: hash,
        })),
      },
    }
  }
  const message = { body: { message: 'Success' } }
  server.on('/execute/buy/v7', buy)
  server.on('/execute/sell/v7', sell)
  server.on('/execute/list/v5', listing)
  server.on('/execute/bid/v5', bid)
  server.on('/execute/cancel/v3', cancel)
  server.on('/execute/transfer/v1', transfer)
  server.on('/order/v3', post)
  server.on('/transactions/*', synced)
  server.on('/transfers/bulk/v1', transfers)
  server.on('/execute/results/v1', message)
  server.on('/tokens/refresh/v1', message)
  server.on('/auctions/v1', message)
  server.keep()
  return { orders, list, offer, chainTime }
}

/** Order components as JSON back into what they are. */
function bigints(order: Record<string, unknown>): OrderComponents {
  const fields = new Set([
    'identifierOrCriteria',
    'startAmount',
    'endAmount',
    'startTime',
    'endTime',
    'salt',
    'counter',
  ])
  const read = (value: unknown, key = ''): unknown => {
    if (Array.isArray(value)) return value.map((entry) => read(entry))
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, read(entry, name)]))
    return fields.has(key) ? BigInt(value as string) : value
  }
  const { signature: _signature, ...components } = read(order) as OrderComponents & { signature?: Hex }
  return components
}
