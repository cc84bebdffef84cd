import type { OrderComponents } from '@sluice/seaport'
import { type Address, createPublicClient, type Hex, type Log, parseAbi, parseAbiItem } from 'viem'
import { nodeTransport } from '../../src/chain/nodeTransport.ts'
import type { LocalChain } from '../../src/stack/localChain.ts'

/** Reads the expected state of orders from Seaport and the tokens only; the provider has no part in it. */

const abi = parseAbi([
  'function getOrderStatus(bytes32) view returns (bool isValidated, bool isCancelled, uint256 filled, uint256 size)',
  'function getCounter(address) view returns (uint256)',
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
  'function isApprovedForAll(address, address) view returns (bool)',
  'function allowance(address, address) view returns (uint256)',
])
const balanceAbi = parseAbi(['function balanceOf(address) view returns (uint256)'])

export type Status = 'active' | 'inactive' | 'filled' | 'cancelled' | 'expired'

/** The status of an order by the chain at a block; `now` in unix seconds. */
export async function statusOnChain(
  chain: LocalChain,
  id: Hex,
  order: OrderComponents,
  blockNumber: bigint,
  now: bigint,
): Promise<Status> {
  const reads = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  const { seaport, conduit } = chain.contracts
  const at = { abi, blockNumber } as const
  const [, isCancelled, filled, size] = await reads.readContract({
    ...at,
    address: seaport,
    functionName: 'getOrderStatus',
    args: [id],
  })
  const maker = order.offerer
  const counter = await reads.readContract({
    ...at,
    address: seaport,
    functionName: 'getCounter',
    args: [maker],
  })
  if (size > 0n && filled >= size) return 'filled'
  if (isCancelled || counter !== order.counter) return 'cancelled'
  if (order.endTime <= now) return 'expired'
  const [given] = order.offer
  if (given === undefined) throw new Error('The order offers nothing.')
  const left = (amount: bigint): bigint => (size === 0n ? amount : (amount * (size - filled)) / size)
  const { token, identifierOrCriteria: tokenId, itemType } = given
  if (itemType === 1) {
    const due = left(given.startAmount)
    const [held, allowed] = await Promise.all([
      reads.readContract({
        abi: balanceAbi,
        blockNumber,
        address: token,
        functionName: 'balanceOf',
        args: [maker],
      }),
      reads.readContract({ ...at, address: token, functionName: 'allowance', args: [maker, conduit] }),
    ])
    return held >= due && allowed >= due ? 'active' : 'inactive'
  }
  const approved = await reads.readContract({
    ...at,
    address: token,
    functionName: 'isApprovedForAll',
    args: [maker, conduit],
  })
  if (!approved) return 'inactive'
  if (itemType === 3) {
    const units = await reads.readContract({
      ...at,
      address: token,
      functionName: 'balanceOf',
      args: [maker, tokenId],
    })
    return units >= left(given.startAmount) ? 'active' : 'inactive'
  }
  const owner = await reads
    .readContract({ ...at, address: token, functionName: 'ownerOf', args: [tokenId] })
    .catch(() => undefined)
  return owner?.toLowerCase() === maker ? 'active' : 'inactive'
}

/** Counts of events on the chain so far, by kind. */
export type EventCounts = {
  readonly transfers: number
  readonly cancels: number
  readonly counters: number
  readonly fills: number
}

export async function countEvents(chain: LocalChain, toBlock: bigint): Promise<EventCounts> {
  const reads = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  const range = { fromBlock: BigInt(chain.startBlock), toBlock } as const
  const tokens = chain.contracts.collections.map(({ address }) => address as Address)
  const { seaport } = chain.contracts
  const count = async (logs: Promise<readonly Log[]>): Promise<number> => (await logs).length
  const transfer = parseAbiItem('event Transfer(address indexed, address indexed, uint256 indexed)')
  const single = parseAbiItem(
    'event TransferSingle(address indexed, address indexed, address indexed, uint256, uint256)',
  )
  const cancelled = parseAbiItem('event OrderCancelled(bytes32, address indexed, address indexed)')
  const counted = parseAbiItem('event CounterIncremented(uint256, address indexed)')
  const filled = parseAbiItem(
    'event OrderFulfilled(bytes32, address indexed, address indexed, address, (uint8,address,uint256,uint256)[], (uint8,address,uint256,uint256,address)[])',
  )
  const [one, many, cancels, counters, fills] = await Promise.all([
    count(reads.getLogs({ ...range, address: tokens, event: transfer })),
    count(reads.getLogs({ ...range, address: tokens, event: single })),
    count(reads.getLogs({ ...range, address: seaport, event: cancelled })),
    count(reads.getLogs({ ...range, address: seaport, event: counted })),
    count(reads.getLogs({ ...range, address: seaport, event: filled })),
  ])
  return { transfers: one + many, cancels, counters, fills }
}
