import { nodeTransport, type StackDescription } from '@sluice/devnet'
import { erc20Abi, erc721Abi, erc1155Abi, type OrderComponents, seaportAbi } from '@sluice/seaport'
import {
  type Abi,
  type Address,
  createPublicClient,
  type Hex,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'

/** An order of the book, as it was signed. */
export type Entry = {
  readonly id: Hex
  readonly version: '1.6' | '1.5'
  readonly side: 'sell' | 'buy'
  readonly order: OrderComponents
  /** The ids an offer is for; `undefined` is any of the collection. */
  readonly tokenIds: readonly bigint[] | undefined
  /** Cancelled by the zone's word alone, which no chain shows. */
  silent: boolean
}

/** Everything the chain says of the traders at one block. Keys are `account|asset`. */
export type World = {
  readonly block: bigint
  /** Unix seconds of that block. */
  readonly time: bigint
  readonly balances: ReadonlyMap<string, bigint>
  readonly allowances: ReadonlyMap<string, bigint>
  readonly operators: ReadonlySet<string>
  readonly counters: ReadonlyMap<string, bigint>
  readonly status: ReadonlyMap<
    Hex,
    { readonly cancelled: boolean; readonly filled: bigint; readonly size: bigint }
  >
}

export type Chain = StackDescription['chains'][number]
export type Reader = PublicClient
export const readerOf = (chain: Chain): Reader =>
  createPublicClient({ transport: nodeTransport(chain.rpcUrl) })

const balanceAbi = parseAbi(['function getEthBalance(address) view returns (uint256)'])
const counterAbi = parseAbi(['function getCounter(address) view returns (uint256)'])

export const key = (account: string, asset: string): string =>
  `${account.toLowerCase()}|${asset.toLowerCase()}`
export const exchangeOf = (chain: Chain, version: Entry['version']): Address =>
  version === '1.6' ? chain.contracts.seaport : chain.contracts.seaport15

export type Watched = {
  readonly traders: readonly Address[]
  /** All whose money is watched: the traders, and those who only receive. */
  readonly holders: readonly Address[]
  /** `contract:tokenId`. */
  readonly tokens: readonly string[]
}

/** Reads everything at one block, in one call. */
export async function readWorld(
  reader: Reader,
  chain: Chain,
  { traders, holders, tokens }: Watched,
  book: ReadonlyMap<Hex, Entry>,
): Promise<World> {
  const { contracts } = chain
  const calls: { address: Address; abi: Abi; functionName: string; args: readonly unknown[] }[] = []
  const takers: ((value: unknown) => void)[] = []
  const ask = (
    address: Address,
    abi: unknown,
    functionName: string,
    args: readonly unknown[],
    take: (value: never) => void,
  ) => {
    calls.push({ address, abi: abi as Abi, functionName, args })
    takers.push(take as (value: unknown) => void)
  }
  const balances = new Map<string, bigint>()
  const allowances = new Map<string, bigint>()
  const operators = new Set<string>()
  const counters = new Map<string, bigint>()
  const status = new Map<Hex, { cancelled: boolean; filled: bigint; size: bigint }>()
  const kinds = new Map(contracts.collections.map(({ address, kind }) => [address.toLowerCase(), kind]))
  for (const holder of holders) {
    ask(contracts.multicall3, balanceAbi, 'getEthBalance', [holder], (value: bigint) =>
      balances.set(key(holder, zeroAddress), value),
    )
    for (const money of [contracts.weth, contracts.usdc])
      ask(money, erc20Abi, 'balanceOf', [holder], (value: bigint) => balances.set(key(holder, money), value))
  }
  for (const token of tokens) {
    const [contract, id] = token.split(':') as [Address, string]
    if (kinds.get(contract) === 'erc721')
      ask(contract, erc721Abi, 'ownerOf', [BigInt(id)], (owner: string) =>
        balances.set(key(owner, token), 1n),
      )
    else
      for (const holder of holders)
        ask(contract, erc1155Abi, 'balanceOf', [holder, BigInt(id)], (value: bigint) =>
          balances.set(key(holder, token), value),
        )
  }
  for (const trader of traders) {
    for (const money of [contracts.weth, contracts.usdc])
      ask(money, erc20Abi, 'allowance', [trader, contracts.conduit], (value: bigint) =>
        allowances.set(key(trader, money), value),
      )
    for (const { address } of contracts.collections)
      ask(address, erc721Abi, 'isApprovedForAll', [trader, contracts.conduit], (value: boolean) => {
        if (value) operators.add(key(trader, address))
      })
    for (const version of ['1.6', '1.5'] as const)
      ask(exchangeOf(chain, version), counterAbi, 'getCounter', [trader], (value: bigint) =>
        counters.set(key(trader, version), value),
      )
  }
  for (const { id, version } of book.values())
    ask(
      exchangeOf(chain, version),
      seaportAbi,
      'getOrderStatus',
      [id],
      ([, cancelled, filled, size]: [boolean, boolean, bigint, bigint]) =>
        status.set(id, { cancelled, filled, size }),
    )
  const { number: block, timestamp: time } = await reader.getBlock()
  const answers = (await reader.multicall({
    contracts: calls as never,
    multicallAddress: contracts.multicall3,
    allowFailure: false,
    blockNumber: block,
    batchSize: 0,
  })) as unknown[]
  answers.forEach((answer, index) => {
    takers[index]?.(answer)
  })
  return { block, time, balances, allowances, operators, counters, status }
}

export const nftOf = ({ side, order }: Entry) => (side === 'sell' ? order.offer : order.consideration)[0]!
export const moneyOf = ({ side, order }: Entry) => (side === 'sell' ? order.consideration : order.offer)[0]!
export const tokenOf = (entry: Entry): string => {
  const { token, identifierOrCriteria } = nftOf(entry)
  return `${token.toLowerCase()}:${identifierOrCriteria}`
}
export const sizeOf = (entry: Entry): bigint => nftOf(entry).startAmount
export const unitsLeft = (entry: Entry, world: World): bigint => {
  const { filled, size } = world.status.get(entry.id)!
  const all = sizeOf(entry)
  return size === 0n ? all : all - (all * filled) / size
}
/** A private listing's only buyer: the second NFT of its consideration. */
export const takerOf = ({ side, order }: Entry): Address | undefined =>
  side === 'sell' ? order.consideration.find(({ itemType }) => itemType > 1)?.recipient : undefined
export const isWhole = ({ order }: Entry): boolean => order.orderType % 2 === 0

export type Status = 'active' | 'inactive' | 'expired' | 'cancelled' | 'filled'

/** What the chain says an order is worth at `now`, unix seconds. */
export function statusOf(entry: Entry, world: World, now: bigint): Status {
  const { order, side, version, silent } = entry
  const maker = order.offerer
  const left = unitsLeft(entry, world)
  if (left <= 0n) return 'filled'
  if (
    silent ||
    world.status.get(entry.id)!.cancelled ||
    world.counters.get(key(maker, version)) !== order.counter
  )
    return 'cancelled'
  if (order.endTime <= now) return 'expired'
  if (side === 'sell') {
    const held = world.balances.get(key(maker, tokenOf(entry))) ?? 0n
    return held >= left && world.operators.has(key(maker, nftOf(entry).token)) ? 'active' : 'inactive'
  }
  const { token, startAmount } = moneyOf(entry)
  const due = (startAmount * left) / sizeOf(entry)
  const [funds, allowed] = [world.balances, world.allowances].map((map) => map.get(key(maker, token)) ?? 0n)
  return funds! >= due && allowed! >= due ? 'active' : 'inactive'
}

/** What each money item of an order comes to for `units` of it at a time: what is paid rounds up, as Seaport does. */
export function amountAt(
  item: { readonly startAmount: bigint; readonly endAmount: bigint },
  { order }: Entry,
  units: bigint,
  all: bigint,
  time: bigint,
): bigint {
  const part = (amount: bigint) => (amount * units) / all
  const [start, end] = [part(item.startAmount), part(item.endAmount)]
  if (start === end) return start
  const [elapsed, duration] = [time - order.startTime, order.endTime - order.startTime]
  const sum = start * (duration - elapsed) + end * elapsed
  return sum === 0n ? 0n : (sum - 1n) / duration + 1n
}
