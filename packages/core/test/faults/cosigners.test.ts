import { numberToHex } from 'viem'
import { expect, test } from 'vitest'
import type { RpcCall } from './support/wallet.ts'
import { useWorld } from './support/world.ts'

/** Accounts of several owners, of which the last one signs long after the prompt. */
const world = useWorld()

type Range = { readonly fromBlock: string; readonly toBlock: string; readonly topics?: readonly unknown[] }

/** The blocks of a query, both ends included. */
async function blocksOf({ fromBlock, toBlock }: Range): Promise<number> {
  const last = toBlock === 'latest' ? await world.node.real('eth_blockNumber') : toBlock
  return Number(last) - Number(fromBlock) + 1
}

/** The buyer's account looks like a contract, and its last owner signs when `blocks` more blocks have come. */
function withCosigner(blocks: number): void {
  world.node.on('eth_getCode', ([account], next) => (account === world.buyer.account ? '0x6001' : next()))
  const sign = async (call: RpcCall) => {
    await world.node.real('anvil_mine', [numberToHex(blocks)])
    await world.buyer.send(call)
  }
  world.buyer.on('eth_sendTransaction', ({ params }) => {
    setTimeout(() => world.clock.track(sign(params[0] as RpcCall)), 200_000)
    return `0x${'5a'.repeat(32)}`
  })
}

/** A node that answers for few blocks at a time, as many public ones do. */
const boundLogs = (most: number) =>
  world.node.on('eth_getLogs', async ([filter], next) => {
    if ((await blocksOf(filter as Range)) <= most) return next()
    throw { code: -32600, message: `eth_getLogs is limited to a ${most} block range` }
  })

test.each([
  ['20 blocks', 20],
  ['700 blocks', 700],
])(
  'a purchase that another owner signs %s later is found on a node that answers for ten blocks at a time',
  async (_name, blocks) => {
    withCosigner(blocks)
    boundLogs(10)
    const client = world.client()
    const { error, execution } = await world.end(client, await world.buy(client))
    expect(error).toBeUndefined()
    expect(execution.status).toBe('complete')
    expect(execution.steps.at(-1)?.items[0]?.txHash).toBe(world.buyer.sent[0])
  },
)

test('a purchase that another owner signs later is found beside any number of payments of strangers', async () => {
  withCosigner(20)
  const busy = Array.from({ length: 300 }, (_, index) => ({
    transactionHash: numberToHex(index + 1, { size: 32 }),
  }))
  // A node that is asked for all logs of a busy contract names those of strangers after ours.
  world.node.on('eth_getLogs', async ([filter], next) => {
    const own = (await next()) as readonly object[]
    return (filter as Range).topics === undefined ? [...own, ...busy] : own
  })
  const client = world.client()
  const { error, execution } = await world.end(client, await world.buy(client))
  expect(error).toBeUndefined()
  expect(execution.status).toBe('complete')
})

test('a long wait for other owners does not ask the node for the same blocks again and again', async () => {
  withCosigner(1)
  const asked: number[] = []
  world.node.on('eth_getLogs', async ([filter], next) => {
    asked.push(await blocksOf(filter as Range))
    return next()
  })
  world.buyer.on('eth_sendTransaction', async (_prompt, next) => {
    const answer = await next()
    await world.node.real('anvil_mine', [numberToHex(500)])
    return answer
  })
  const client = world.client()
  const { error } = await world.end(client, await world.buy(client))
  expect(error).toBeUndefined()
  expect(Math.max(...asked)).toBe(500)
  // Each look asks by three filters.
  expect(asked.filter((blocks) => blocks > 20)).toHaveLength(3)
})
