import { rpc } from '@sluice/devnet'
import { Ledger, readMined } from './ledger.ts'
import { cancel, list, transfer } from './makes.ts'
import type { Context, Plan } from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import { sell } from './sell.ts'
import { buy } from './takes.ts'

const inner = ({ random }: Context) => random.pick([buy, buy, sell, list, cancel, transfer] as const)

/** The newest blocks are taken back, and what was in them: the market must say again what the chain says. */
export async function reorganise(context: Context): Promise<Plan> {
  const { floor, random, note, world } = context
  const { reader, chain, book, watched } = floor
  const depth = 1 + random.below(random.pick([1, 2, 4, 8]))
  if (world.block <= floor.firstBlock + BigInt(depth)) throw new NotPossible()
  const from = world.block - BigInt(depth)
  const { fills } = await readMined(reader, chain, book, from, world.block, new Ledger())
  const logs = await reader.getLogs({ fromBlock: from + 1n, toBlock: world.block })
  const named = new Set(
    logs.flatMap(({ address, topics, data }) => [
      address.toLowerCase(),
      ...topics,
      ...(data.slice(2).match(/.{64}/g) ?? []).map((word) => `0x${word}`),
    ]),
  )
  const touched = watched.tokens.filter((token) => {
    const [contract = '', id = ''] = token.split(':')
    return named.has(contract) && named.has(`0x${BigInt(id).toString(16).padStart(64, '0')}`)
  })
  note(`${depth} blocks below ${world.block}, fills ${fills.map(({ entry }) => entry.id)}`)
  return {
    kind: 'reorganise',
    rewinds: true,
    start: () => [
      {
        done: rpc(chain.rpcUrl, 'anvil_reorg', [depth, []])
          .then(() => catchUp(context))
          .then(() => rpc(chain.rpcUrl, 'anvil_mine', ['0x1']))
          .then(() => ({ status: 'complete', problems: [], steps: [] }) as never),
      },
    ],
    ends: ['complete'],
    touched: [...touched, ...fills.map(({ token }) => token)],
    undone: fills,
  }
}

/** The node's clock goes back with its blocks: what is more than devices' clocks may differ by is made good. */
async function catchUp({ floor: { reader, chain } }: Context): Promise<void> {
  const { timestamp } = await reader.getBlock()
  const behind = Math.floor(Date.now() / 1_000) - Number(timestamp)
  if (behind > 30) await rpc(chain.rpcUrl, 'evm_increaseTime', [behind])
}

/** The provider's process is killed while somebody trades, and started again on what it kept. */
export async function restart(context: Context): Promise<Plan> {
  const { floor, random, note } = context
  const plan = await inner(context)(context)
  const delay = random.below(600)
  note(`killed after ${delay} ms`)
  return {
    ...plan,
    kind: `${plan.kind} while the provider is killed`,
    start: () => {
      const killed = new Promise((wake) => setTimeout(wake, delay)).then(() => floor.stack.provider.restart())
      return plan.start().map(({ done }) => ({ done: done.then(async (end) => killed.then(() => end)) }))
    },
    // Who had nothing sent may be told that nobody answers.
    ends: [...plan.ends, 'provider_unreachable', 'provider_error', 'transaction_timeout'],
  }
}
