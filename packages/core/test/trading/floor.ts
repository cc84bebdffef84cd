import { type Stack, startStack } from '@sluice/devnet'
import type { OrderComponents } from '@sluice/seaport'
import { orderHash } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { type Client, createClient } from '../../src/client.ts'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'
import { getListings, getOffers } from '../../src/reads/marketReads.ts'
import { disagreements, synced } from './agreement.ts'
import type { Mined } from './ledger.ts'
import { gatherPeople, type Person } from './people.ts'
import {
  type Chain,
  type Entry,
  key,
  type Reader,
  readerOf,
  readWorld,
  type Watched,
  type World,
} from './truth.ts'

export type Floor = {
  readonly stack: Stack
  readonly chain: Chain
  readonly reader: Reader
  readonly client: Client
  readonly watched: Watched
  readonly book: Map<Hex, Entry>
  readonly people: readonly Person[]
  world(): Promise<World>
  learn(ids: readonly string[], side: 'sell' | 'buy', tokenIds?: readonly bigint[]): Promise<void>
  agree(world: World, mined: Mined, touched: readonly string[]): Promise<readonly string[]>
  /** Another page: a client of its own over a storage. */
  open(storage: JournalStorage): Client
  /** Learns of listings that the provider shows and nobody was told of. */
  learnNew(): Promise<void>
  /** The block that the market was open at. */
  readonly firstBlock: bigint
  stop(): Promise<void>
}

const low = (text: string) => text.toLowerCase() as Address

export async function openFloor(size = 48): Promise<Floor> {
  const stack = await startStack({ size, seed: true })
  const chain = stack.description.chains[0]!
  const reader = readerOf(chain)
  const { zone, collections } = chain.contracts
  const open = (storage: JournalStorage) =>
    createClient({
      chains: [chain.config],
      pollingInterval: 50,
      // As long as a provider that was killed takes to come back.
      maxPollingAttemptsBeforeTimeout: 600,
      policy: { seaport: ['1.6', '1.5'], zones: { own: [zone], counterparty: [zone] } },
      storage,
    })
  const client = open(memoryStorage())
  const { people, close } = await gatherPeople(stack, chain, reader, 2)
  const traders = people.map(({ address }) => address)
  const watched: Watched = {
    traders,
    holders: [
      ...stack.accounts.slice(0, 8).map(({ address }) => low(address)),
      `0x${'f1'.repeat(20)}`,
      `0x${'f2'.repeat(20)}`,
      `0x${'f3'.repeat(20)}`,
      ...people.flatMap(({ address, sender, isContract }) => (isContract ? [address, sender] : [])),
    ],
    tokens: collections.flatMap(({ address, kind }) =>
      Array.from({ length: kind === 'erc721' ? size : 6 }, (_, index) => `${low(address)}:${index + 1}`),
    ),
  }
  const book = new Map<Hex, Entry>()
  const world = () => readWorld(reader, chain, watched, book)
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
  const learnOpen = async (side: 'sell' | 'buy') => {
    const ids: string[] = []
    const read = side === 'sell' ? getListings : getOffers
    for await (const { id } of await read(client, { status: 'active', limit: 50 }))
      if (!book.has(id as Hex)) ids.push(id)
    await learn(ids, side)
  }
  await learnOpen('sell')
  await learnOpen('buy')
  await endow(people, chain, watched, await world())
  const { block: firstBlock } = await world()
  return {
    stack,
    chain,
    reader,
    client,
    watched,
    book,
    world,
    people,
    firstBlock,
    open,
    learn,
    learnNew: () => learnOpen('sell'),
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
    stop: async () => {
      close()
      await stack.stop()
    },
  }
}

/** Gives each contract account tokens that are for sale nowhere, and money of both kinds. */
async function endow(
  people: readonly Person[],
  { contracts }: Chain,
  { tokens }: Watched,
  { balances }: World,
): Promise<void> {
  const free = [...people.filter(({ isContract }) => !isContract)]
  const given = new Set<string>()
  for (const { address, raw } of people.filter(({ isContract }) => isContract)) {
    await raw(contracts.weth, encodeFunctionData({ abi: abis.money, functionName: 'deposit' }), 10n ** 20n)
    const pay = { abi: abis.money, functionName: 'transfer', args: [address, 10n ** 9n] } as const
    await free[0]!.raw(contracts.usdc, encodeFunctionData(pay))
    for (const [at, giver] of free.entries()) {
      const own = tokens.filter(
        (token) => !given.has(token) && balances.get(key(giver.address, token)) === 1n,
      )
      for (const token of own.slice(at, at + 3)) {
        given.add(token)
        const [contract, id] = token.split(':') as [Address, string]
        const { kind } = contracts.collections.find((one) => low(one.address) === contract)!
        if (kind !== 'erc721') continue
        const args = [giver.address, address, BigInt(id)] as const
        await giver.raw(contract, encodeFunctionData({ abi: abis.nft, functionName: 'transferFrom', args }))
      }
    }
  }
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
