import { seaportAbi as abi } from '@sluice/seaport'
import type pg from 'pg'
import { createPublicClient, type Hex } from 'viem'
import { nodeTransport } from '../../src/chain/nodeTransport.ts'
import type { LocalChain } from '../../src/stack/localChain.ts'
import type { AcknowledgedOrder } from './traders.ts'

/** The fills of orders by the logs of the chain, with their blocks. */
async function fillsOf(chain: LocalChain, toBlock: bigint) {
  const reads = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  const { seaport } = chain.contracts
  const range = { fromBlock: BigInt(chain.startBlock), toBlock } as const
  const events = { abi, eventName: 'OrderFulfilled', strict: true } as const
  const logs = await reads.getContractEvents({ ...range, ...events, address: seaport })
  return logs.map(({ args, blockNumber, blockHash }) => ({ id: args.orderHash, blockNumber, blockHash }))
}

/**
 * Compares Seaport's state with Seaport's logs.
 * @throws when an order is filled and no block says so, or the reverse: the node lost a block, or what a block
 * did. Nobody who reads the chain can be right then.
 */
export async function checkNode(
  chain: LocalChain,
  orders: readonly AcknowledgedOrder[],
  blockNumber: bigint,
): Promise<void> {
  const reads = createPublicClient({ transport: nodeTransport(chain.rpcUrl) })
  const told = new Set((await fillsOf(chain, blockNumber)).map(({ id }) => id))
  for (const { id } of orders) {
    const [, , filled] = await reads.readContract({
      abi,
      address: chain.contracts.seaport,
      functionName: 'getOrderStatus',
      args: [id],
      blockNumber,
    })
    if (filled > 0n !== told.has(id))
      throw new Error(
        `The node contradicts itself: order ${id} is ${filled > 0n ? '' : 'not '}filled by its state, and ${told.has(id) ? '' : 'not '}by its logs.`,
      )
  }
}

/** What is stored of an order, and of the blocks in which the chain says that it was filled. */
export async function explain(
  database: pg.Pool,
  chain: LocalChain,
  { id, order }: AcknowledgedOrder,
  block: bigint,
): Promise<string> {
  const rows = async (query: string, values: readonly unknown[]): Promise<string> =>
    JSON.stringify((await database.query(query, [...values])).rows)
  const given = order.offer[0]
  const onChain = (await fillsOf(chain, block)).filter((one) => one.id === id)
  const hashes: readonly Hex[] = onChain.map(({ blockHash }) => blockHash)
  return [
    await rows(
      'select side, quantity, filled, fillability, approval, end_time, created_at, updated_at from orders where id = $1',
      [id],
    ),
    `filled on chain in ${JSON.stringify(onChain.map(({ blockNumber, blockHash }) => `${blockNumber} ${blockHash}`))}`,
    `of these blocks ${await rows('select number, hash, logs, checked from blocks where hash = any($1)', [hashes])}`,
    `fills ${await rows('select block, block_hash from fills where order_id = $1', [id])}`,
    `holders ${await rows('select owner, amount from ownerships where contract = $1 and token_id = $2', [
      given?.token.toLowerCase(),
      String(given?.identifierOrCriteria),
    ])}`,
    `funds ${await rows('select currency, funds, allowed, settled from purses where maker = $1', [order.offerer])}`,
  ].join('; ')
}
