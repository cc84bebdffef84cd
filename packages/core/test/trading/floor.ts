import { type Stack, startStack } from '@sluice/devnet'
import type { OrderComponents } from '@sluice/seaport'
import { orderHash } from '@sluice/seaport'
import { type Address, createWalletClient, type Hex, http, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createClient } from '../../src/client.ts'
import type { CheckedTransaction } from '../../src/guards/checked.ts'
import { getActivity, getListings, getOffers, getTokens, getUserTokens } from '../../src/reads.ts'
import { viemWallet } from '../../src/wallet/viem.ts'
import type { Wallet } from '../../src/wallet/wallet.ts'
import type { Mined } from './ledger.ts'
import {
  type Chain,
  type Entry,
  key,
  type Reader,
  readerOf,
  readWorld,
  sizeOf,
  statusOf,
  takerOf,
  tokenOf,
  unitsLeft,
  type Watched,
  type World,
} from './truth.ts'

export type Floor = {
  readonly stack: Stack
  readonly chain: Chain
  readonly reader: Reader
  readonly client: ReturnType<typeof createClient>
  readonly watched: Watched
  readonly book: Map<Hex, Entry>
  wallet(index: number, batch?: boolean): Wallet
  raw(index: number, to: Address, data: Hex, value?: bigint): Promise<Hex>
  world(): Promise<World>
  learn(ids: readonly string[], side: 'sell' | 'buy', tokenIds?: readonly bigint[]): Promise<void>
  agree(world: World, mined: Mined, touched: readonly string[]): Promise<readonly string[]>
  stop(): Promise<void>
}

const low = (text: string) => text.toLowerCase() as Address

export async function openFloor(size = 48): Promise<Floor> {
  const stack = await startStack({ size, seed: true })
  const chain = stack.description.chains[0]!
  const reader = readerOf(chain)
  const { zone, collections } = chain.contracts
  const client = createClient({
    chains: [chain.config],
    pollingInterval: 50,
    policy: { seaport: ['1.6', '1.5'], zones: { own: [zone], counterparty: [zone] } },
  })
  const traders = stack.accounts.slice(0, 6).map(({ address }) => low(address))
  const watched: Watched = {
    traders,
    holders: [
      ...stack.accounts.slice(0, 8).map(({ address }) => low(address)),
      `0x${'f1'.repeat(20)}`,
      `0x${'f2'.repeat(20)}`,
      `0x${'f3'.repeat(20)}`,
    ],
    tokens: collections.flatMap(({ address, kind }) =>
      Array.from({ length: kind === 'erc721' ? size : 6 }, (_, index) => `${low(address)}:${index + 1}`),
    ),
  }
  const book = new Map<Hex, Entry>()
  const world = () => readWorld(reader, chain, watched, book)
  const sender = (index: number) =>
    createWalletClient({
      account: privateKeyToAccount(stack.accounts[index]!.privateKey),
      transport: http(chain.rpcUrl),
    })
  const raw: Floor['raw'] = async (index, to, data, value = 0n) => {
    const hash = await sender(index).sendTransaction({ to, data, value, chain: null })
    const { status } = await reader.waitForTransactionReceipt({ hash, pollingInterval: 10 })
    if (status !== 'success') throw new Error(`A raw call of ${index} to ${to} reverted`)
    return hash
  }
  const learn: Floor['learn'] = async (ids, side, tokenIds) => {
    for (let at = 0; at < ids.length; at += 20) {
      const read = side === 'sell' ? getListings : getOffers
      const { items } = await read(client, {
        ids: ids.slice(at, at + 20),
        includeRawData: true,
        limit: 50,
      } as never)
      for (const { id, kind, rawData, tokenSetId } of items) {
        const order = componentsOf(rawData as never)
        if (orderHash(order) !== id) throw new Error(`The order ${id} hashes to ${orderHash(order)}`)
        const [, , tokenId] = tokenSetId.split(':')
        const own = tokenSetId.startsWith('token:') ? [BigInt(tokenId!)] : tokenIds
        book.set(id as Hex, {
          id: id as Hex,
          version: kind === 'seaport-v1.5' ? '1.5' : '1.6',
          side,
          order,
          tokenIds: own,
          silent: false,
        })
      }
    }
    const missing = ids.filter((id) => !book.has(id as Hex))
    if (missing.length > 0) throw new Error(`The provider does not show ${missing.join()}`)
  }
  for (const [side, read] of [
    ['sell', getListings],
    ['buy', getOffers],
  ] as const) {
    const ids: string[] = []
    for await (const { id } of await read(client, { status: 'active', limit: 50 })) ids.push(id)
    await learn(ids, side)
  }
  return {
    stack,
    chain,
    reader,
    client,
    watched,
    book,
    world,
    raw,
    learn,
    wallet: (index, batch = false) => {
      const inner = viemWallet(sender(index))
      if (!batch) return inner
      const bundles = new Map<string, Hex[]>()
      return {
        ...inner,
        capabilities: async () => ({ atomic: true }),
        sendCalls: async (calls: readonly CheckedTransaction[]) => {
          const hashes: Hex[] = []
          for (const { to, data, value } of calls) hashes.push(await raw(index, to as Address, data, value))
          const id = `0x${(bundles.size + 1).toString(16).padStart(64, '0')}`
          bundles.set(id, hashes)
          return id
        },
        callsStatus: async (id: string) => ({ state: 'confirmed' as const, hashes: bundles.get(id) ?? [] }),
      } as Wallet
    },
    agree: async (world, mined, touched) => {
      for (const hash of mined.hashes) await synced(chain, hash)
      let last: readonly string[] = []
      for (const until = Date.now() + 10_000; Date.now() < until; ) {
        last = await disagreements({ client, chain, world, book, watched }, mined, touched)
        if (last.length === 0) return []
        await new Promise((wake) => setTimeout(wake, 100))
      }
      return last
    },
    stop: () => stack.stop(),
  }
}

async function synced({ baseApiUrl }: Chain, hash: Hex): Promise<void> {
  for (const until = Date.now() + 20_000; Date.now() < until; ) {
    const answer = await fetch(`${baseApiUrl}/transactions/${hash}/synced/v1`)
    if (answer.ok && ((await answer.json()) as { synced: boolean }).synced) return
    await new Promise((wake) => setTimeout(wake, 25))
  }
  throw new Error(`The provider never saw ${hash}`)
}

type Read = Pick<Floor, 'client' | 'chain' | 'book' | 'watched'> & { readonly world: World }

/** What the provider says otherwise than the chain. */
async function disagreements(
  { client, chain, world, book, watched }: Read,
  mined: Mined,
  touched: readonly string[],
): Promise<readonly string[]> {
  const said: string[] = []
  const say = (what: string, provider: unknown, truth: unknown) => {
    if (`${provider}` !== `${truth}`) said.push(`${what}: provider ${provider}, chain ${truth}`)
  }
  const now = BigInt(Math.floor(Date.now() / 1000))
  const all = [...book.values()]
  for (const side of ['sell', 'buy'] as const) {
    const ids = all.filter((entry) => entry.side === side).map(({ id }) => id)
    for (let at = 0; at < ids.length; at += 50) {
      const part = ids.slice(at, at + 50)
      const { items } = await (side === 'sell' ? getListings : getOffers)(client, {
        ids: part,
        limit: 50,
      } as never)
      const shown = new Map(items.map((order) => [order.id, order]))
      for (const id of part) {
        const entry = book.get(id)!
        const order = shown.get(id)
        // An order whose end is this very second may be shown either way.
        const near = entry.order.endTime - now
        if (near >= -1n && near <= 1n) continue
        const truth = statusOf(entry, world, now)
        // What ended stays ended the way it did first.
        const over = entry.order.endTime <= now && order?.status === 'expired' && truth === 'cancelled'
        if (!over) say(`status of ${side} ${id} ${tokenOf(entry)}`, order?.status, truth)
        const left = unitsLeft(entry, world)
        if (order?.status !== 'cancelled') say(`remaining of ${id}`, order?.quantityRemaining, left)
        if (order?.status !== 'cancelled') say(`filled of ${id}`, order?.quantityFilled, sizeOf(entry) - left)
      }
    }
  }
  const active = all.filter((entry) => statusOf(entry, world, now) === 'active')
  const tokens = [...new Set(touched)].slice(0, 40)
  if (tokens.length > 0) {
    const { items } = await getTokens(client, { tokens, includeTopBid: true, limit: 50 })
    for (const { token, market } of items) {
      const name = `${token.contract}:${token.tokenId}`
      const asks = active.filter(
        (entry) =>
          entry.side === 'sell' &&
          tokenOf(entry) === name &&
          takerOf(entry) === undefined &&
          entry.order.startTime <= now,
      )
      const ask = market?.floorAsk?.id
      const fixed = asks.every(({ order }) =>
        order.consideration.every((item) => item.startAmount === item.endAmount),
      )
      const oneCurrency = new Set(asks.map(({ order }) => order.consideration[0]!.token)).size <= 1
      if (asks.length === 0) say(`floor of ${name}`, ask ?? 'none', 'none')
      else if (!asks.some(({ id }) => id === ask))
        said.push(`floor of ${name}: provider ${ask}, chain one of ${asks.map(({ id }) => id)}`)
      else if (fixed && oneCurrency) {
        const unit = (entry: Entry) =>
          entry.order.consideration.reduce(
            (sum, item) => sum + (item.itemType <= 1 ? item.startAmount : 0n),
            0n,
          ) / sizeOf(entry)
        const least = asks.map(unit).reduce((a, b) => (a < b ? a : b))
        say(`floor price of ${name}`, unit(book.get(ask as Hex)!), least)
        say(`floor price said of ${name}`, market?.floorAsk?.price?.amount.raw, least)
      }
      const owner = watched.holders.find((holder) => (world.balances.get(key(holder, name)) ?? 0n) > 0n)
      if (
        chain.contracts.collections.find(({ address }) => low(address) === token.contract)?.kind === 'erc721'
      )
        say(`owner of ${name}`, token.owner, owner)
      const bids = active.filter(
        (entry) =>
          entry.side === 'buy' &&
          entry.order.startTime <= now &&
          low(entry.order.consideration[0]!.token) === token.contract &&
          (entry.tokenIds === undefined || entry.tokenIds.includes(BigInt(token.tokenId))) &&
          entry.order.offerer !== owner,
      )
      const bid = market?.topBid?.id
      if (bids.length === 0 && bid != null && book.get(bid as Hex)?.order.offerer !== owner)
        said.push(`top bid of ${name}: provider ${bid}, chain none`)
      if (bids.length > 0 && bid == null)
        said.push(`top bid of ${name}: provider none, chain ${bids.map(({ id }) => id)}`)
      if (
        bids.length > 0 &&
        bid != null &&
        new Set(bids.map(({ order }) => order.offer[0]!.token)).size === 1
      ) {
        const value = ({ order, ...entry }: Entry) =>
          order.consideration.reduce(
            (sum, item) => sum - (item.itemType <= 1 ? item.startAmount : 0n),
            order.offer[0]!.startAmount,
          ) / sizeOf({ order, ...entry })
        const best = bids.map(value).reduce((a, b) => (a > b ? a : b))
        const own = book.get(bid as Hex)
        if (
          own !== undefined &&
          own.order.offerer !== owner &&
          own.order.offer[0]!.token === bids[0]!.order.offer[0]!.token &&
          value(own) < best
        )
          said.push(`top bid of ${name}: provider ${value(own)} (${bid}), chain ${best}`)
      }
    }
    for (const trader of watched.traders) {
      const { items: owned } = await getUserTokens(client, { user: trader, tokens, limit: 50 })
      const counts = new Map(
        owned.map((row) => [`${row.token.contract}:${row.token.tokenId}`, row.ownership.tokenCount]),
      )
      for (const name of tokens)
        say(`${trader} owns of ${name}`, counts.get(name) ?? 0, world.balances.get(key(trader, name)) ?? 0n)
    }
  }
  for (const { entry, token, units, hash } of mined.fills) {
    const { items } = await getActivity(client, { token, types: ['sale'], limit: 50 } as never)
    const found = items.filter((line) => line.txHash === hash && line.order?.id === entry.id)
    if (found.length === 0) said.push(`sale of ${token} by ${entry.id} in ${hash}: no activity`)
    else if (!found.some(({ amount }) => BigInt(amount ?? 0) === units) && found.length === 1)
      said.push(`sale of ${token} by ${entry.id}: amount ${found[0]?.amount}, chain ${units}`)
  }
  return said
}

// biome-ignore lint/suspicious/noExplicitAny: an order as the provider's JSON shows it
function componentsOf(raw: any): OrderComponents {
  // biome-ignore lint/suspicious/noExplicitAny: an item as the provider's JSON shows it
  const item = (one: any) => ({
    ...one,
    token: low(one.token),
    identifierOrCriteria: BigInt(one.identifierOrCriteria),
    startAmount: BigInt(one.startAmount),
    endAmount: BigInt(one.endAmount),
    ...(one.recipient === undefined ? {} : { recipient: low(one.recipient) }),
  })
  return {
    offerer: low(raw.offerer),
    zone: low(raw.zone),
    offer: raw.offer.map(item),
    consideration: raw.consideration.map(item),
    orderType: raw.orderType,
    startTime: BigInt(raw.startTime),
    endTime: BigInt(raw.endTime),
    zoneHash: raw.zoneHash,
    salt: BigInt(raw.salt),
    conduitKey: raw.conduitKey,
    counter: BigInt(raw.counter),
  }
}

export const abis = {
  nft: parseAbi([
    'function setApprovalForAll(address,bool)',
    'function transferFrom(address,address,uint256)',
    'function safeTransferFrom(address,address,uint256,uint256,bytes)',
  ]),
  money: parseAbi([
    'function approve(address,uint256)',
    'function deposit() payable',
    'function withdraw(uint256)',
    'function transfer(address,uint256)',
  ]),
}
