import { type Address, type Hex, hexToNumber, numberToHex, zeroAddress } from 'viem'
import type { Action, Log } from './chainActions.ts'
import {
  ancestor,
  blockTime,
  branchOf,
  mine,
  nonceOf,
  rawBlock,
  rawTransaction,
  sortMineable,
  type WorldBlock,
} from './chainModel.ts'
import type { Orders } from './clients/actionOfCall.ts'
import { answerCall, codeOf } from './clients/contracts.ts'
import type { Plan } from './plan.ts'
import type { Random } from './random.ts'
import { RpcError } from './rpcError.ts'
import type { Scheduler } from './scheduler.ts'

/** A node of the world, and what is wrong with it at the moment. */
type Question = { readonly id: number; readonly method: string; readonly params: unknown[] }

export type SimulatedNode = {
  readonly name: string
  /** The newest block that it has. */
  tip: WorldBlock
  /** Whether it takes no new blocks: it stays behind, or on a branch that was left. */
  isStuck: boolean
  /** Whether it returns no logs, while headers and receipts name them. */
  omitsLogs: boolean
  /** Whether it has no receipts of blocks. */
  withoutReceipts: boolean
  /** Probabilities of each request: no answer at all, an error, a limit, and `null` instead of a block. */
  silent: number
  failing: number
  limiting: number
  forgetful: number
  /** Milliseconds until a request arrives and until its answer does, at most. */
  latency: number
}

export type SimulatedChain = {
  readonly nodes: readonly SimulatedNode[]
  tip(): WorldBlock
  blockOf(hash: Hex): WorldBlock | undefined
  /** All blocks that were ever mined, on every branch. */
  allBlocks(): Iterable<WorldBlock>
  /** Sends a transaction: it is in the next block. */
  send(action: Action): void
  /** Adds a block. */
  grow(): void
  /** Replaces the newest blocks by others, and drops some of what they did. */
  reorg(depth: number): void
  /** Takes the newest blocks back: the nodes come back with what they knew before. */
  forget(depth: number): void
  /** The answer of a node to a request of JSON-RPC, as the body of a response. */
  answer(node: SimulatedNode, body: string): { readonly status: number; readonly body: string }
}

/** Blocks below the newest one at which a block is safe, and final: what was final once is never replaced. */
const [safeDepth, finalDepth] = [16, 64]

const rpcLogs = ({ number, hash, transactions }: WorldBlock) => {
  let logIndex = -1
  return transactions.flatMap(({ hash: transactionHash, logs }, place) =>
    logs.map((log) => {
      logIndex += 1
      return {
        ...log,
        blockNumber: numberToHex(number),
        blockHash: hash,
        transactionHash,
        transactionIndex: numberToHex(place),
        logIndex: numberToHex(logIndex),
        removed: false,
      }
    }),
  )
}

type Filter = {
  readonly blockHash?: Hex
  readonly fromBlock?: Hex
  readonly toBlock?: Hex
  readonly address?: string | readonly string[]
  readonly topics?: readonly (Hex | readonly Hex[] | null)[]
}
const fitsFilter = ({ address, topics = [] }: Filter, log: Log): boolean =>
  (address === undefined || [address].flat().some((one) => one.toLowerCase() === log.address)) &&
  topics.every((wanted, place) => wanted === null || [wanted].flat().includes(log.topics[place] as Hex))

/** Seconds between two blocks of long ago, and from the last of them to the others: more than events are kept. */
const [oldInterval, gap] = [600, 72 * 3600]

/**
 * Makes a chain with some blocks, and the nodes that serve it.
 * @param actionsAfter what the block after a given one holds, before the providers start.
 */
export function createSimulatedChain(
  scheduler: Scheduler,
  { nodes: nodeCount, history, old, syncing, widest, interval }: Plan,
  actionsAfter: (block: WorldBlock) => readonly Action[],
  genesis: readonly Action[],
  orders: Orders,
): SimulatedChain {
  const random: Random = scheduler.random.fork('chain')
  const blocks = new Map<Hex, WorldBlock>()
  let pending: Action[] = []
  let salt = 0
  const remember = (block: WorldBlock): WorldBlock => {
    blocks.set(block.hash, block)
    return block
  }
  const begin = blockTime(0) - history * 2
  let tip = remember(mine(undefined, genesis, old === 0 ? begin : begin - gap - old * oldInterval, 'genesis'))
  while (tip.number < old + history) {
    const time = tip.number < old ? tip.timestamp + oldInterval : Math.max(tip.timestamp, begin) + 2
    tip = remember(mine(tip, actionsAfter(tip), time, 'history'))
  }
  /** The newest block that was ever final. The chain may be shorter now than it was then. */
  let final = 0
  const baseOf = (depth: number): WorldBlock => {
    final = Math.max(final, tip.number - finalDepth)
    return ancestor(tip, Math.max(final, tip.number - depth)) ?? tip
  }
  const isPartial = syncing && old > 0
  const first = (isPartial ? ancestor(tip, Math.floor(old / 8)) : undefined) ?? tip
  const nodes = Array.from(
    { length: nodeCount },
    (_, place): SimulatedNode => ({
      name: `node-${place}`,
      tip: first,
      isStuck: isPartial,
      omitsLogs: false,
      withoutReceipts: false,
      silent: 0,
      failing: 0,
      limiting: 0,
      forgetful: 0,
      latency: 40,
    }),
  )
  const spread = (): void => {
    for (const node of nodes) {
      if (node.isStuck) continue
      const block = tip
      scheduler.after(
        random.next() * Math.min(interval, node.latency * 4),
        `${node.name} has ${block.number}`,
        () => {
          if (!node.isStuck) node.tip = block
        },
      )
    }
  }
  const next = (parent: WorldBlock, actions: readonly Action[]): WorldBlock => {
    salt += 1
    const time = Math.max(parent.timestamp + 1, blockTime(scheduler.now()))
    const { now, later } = sortMineable(parent.state, actions)
    pending.push(...later)
    return remember(mine(parent, now, time, String(salt)))
  }
  /** The number of the next transaction of an account, those that wait for a block counted. */
  const nextNonce = (block: WorldBlock, account: Address): number => {
    const waiting = new Set(pending.flatMap(({ call }) => (call?.from === account ? [call.nonce] : [])))
    let nonce = nonceOf(block.state, account)
    while (waiting.has(nonce)) nonce += 1
    return nonce
  }

  const resultOf = (node: SimulatedNode, method: string, params: readonly unknown[]): unknown => {
    const numberOf = (tag: unknown): number => {
      const newest = node.tip.number
      if (tag === 'latest' || tag === undefined) return newest
      if (tag === 'safe') return Math.max(0, newest - safeDepth)
      if (tag === 'finalized') return Math.max(0, newest - finalDepth)
      return hexToNumber(tag as Hex)
    }
    const at = (tag: unknown): WorldBlock | undefined => ancestor(node.tip, numberOf(tag))
    const receipts = (block: WorldBlock) => {
      const logs = rpcLogs(block)
      return block.transactions.map((one) => ({
        transactionHash: one.hash,
        blockHash: block.hash,
        blockNumber: numberToHex(block.number),
        status: one.succeeded ? '0x1' : '0x0',
        from: one.action.call?.from ?? zeroAddress,
        to: one.action.call?.to ?? zeroAddress,
        logs: logs.filter((log) => log.transactionHash === one.hash),
      }))
    }
    switch (method) {
      case 'eth_chainId':
        return numberToHex(31_337)
      case 'eth_blockNumber':
        return numberToHex(node.tip.number)
      case 'eth_getBlockByNumber': {
        const block = random.chance(node.forgetful) ? undefined : at(params[0])
        return block === undefined ? null : rawBlock(block, params[1] === true)
      }
      case 'eth_getBlockByHash': {
        const block = random.chance(node.forgetful) ? undefined : blocks.get(params[0] as Hex)
        return block === undefined ? null : rawBlock(block)
      }
      case 'eth_getLogs': {
        const filter = params[0] as Filter
        if (node.omitsLogs) return []
        if (filter.blockHash !== undefined) {
          const block = blocks.get(filter.blockHash)
          if (block === undefined) throw new RpcError(-32000, 'unknown block')
          return rpcLogs(block).filter((log) => fitsFilter(filter, log))
        }
        const [from, to] = [numberOf(filter.fromBlock), numberOf(filter.toBlock)]
        if (to - from >= widest) throw new RpcError(-32005, 'block range is too wide')
        if (to > node.tip.number) throw new RpcError(-32000, 'block range extends beyond current head block')
        return branchOf(node.tip)
          .filter(({ number }) => number >= from && number <= to)
          .flatMap(rpcLogs)
          .filter((log) => fitsFilter(filter, log))
      }
      case 'eth_getBlockReceipts': {
        if (node.withoutReceipts) throw new RpcError(-32601, 'the method does not exist')
        const block = blocks.get(params[0] as Hex)
        return block === undefined ? null : receipts(block)
      }
      case 'eth_getTransactionReceipt': {
        if (node.withoutReceipts) throw new RpcError(-32601, 'the method does not exist')
        const block = branchOf(node.tip).find(({ transactions }) =>
          transactions.some(({ hash }) => hash === params[0]),
        )
        return block === undefined
          ? null
          : (receipts(block).find(({ transactionHash }) => transactionHash === params[0]) ?? null)
      }
      case 'eth_getTransactionByHash': {
        const waiting = pending.find(({ call }) => call?.hash === params[0])?.call
        const mined = branchOf(node.tip)
          .flatMap(({ transactions }) => transactions)
          .find(({ hash }) => hash === params[0])
        if (mined !== undefined) return rawTransaction(mined.hash, mined.action.call)
        return waiting === undefined ? null : rawTransaction(waiting.hash, waiting)
      }
      case 'eth_getTransactionCount': {
        const account = params[0] as Address
        if (params[1] === 'pending') return numberToHex(nextNonce(node.tip, account))
        const block = at(params[1])
        if (block === undefined) throw new RpcError(-32000, 'header not found')
        return numberToHex(nonceOf(block.state, account))
      }
      case 'eth_call': {
        const { blockHash } = Object(params[1]) as { blockHash?: Hex }
        const block =
          blockHash !== undefined ? blocks.get(blockHash) : params[1] === 'pending' ? node.tip : at(params[1])
        if (block === undefined) throw new RpcError(-32000, 'header not found')
        if (params[2] !== undefined) throw new RpcError(-32602, 'there are no state overrides')
        return answerCall(block, params[0], blockTime(scheduler.now()), orders)
      }
      case 'eth_getCode':
        return codeOf(params[0])
      case 'eth_getStorageAt':
        return numberToHex(0, { size: 32 })
      case 'eth_getBalance':
        return numberToHex(10n ** 20n)
      case 'eth_gasPrice':
        return '0x1'
      case 'eth_estimateGas':
        return numberToHex(100_000)
      case 'sim_state': {
        const block = params[0] === undefined ? node.tip : at(params[0])
        if (block === undefined) throw new RpcError(-32000, 'header not found')
        return block.hash
      }
      default:
        throw new RpcError(-32601, `the method ${method} does not exist`)
    }
  }

  return {
    nodes,
    tip: () => tip,
    blockOf: (hash) => blocks.get(hash),
    allBlocks: () => blocks.values(),
    send: (action) => void pending.push(action),
    grow: () => {
      const waiting = pending
      pending = []
      tip = next(tip, waiting)
      spread()
    },
    reorg: (depth) => {
      const base = baseOf(depth)
      if (base === tip) return
      const gone = branchOf(tip)
        .filter(({ number }) => number > base.number)
        .flatMap(({ transactions }) => transactions.map(({ action }) => action))
      // What was taken back comes again, later or never, and in another order.
      const kept = gone.filter(() => random.chance(0.6))
      let block = base
      const length = tip.number - base.number + (random.chance(0.5) ? 1 : 0)
      for (let left = length; left > 0; left -= 1) {
        const share = kept.splice(0, Math.ceil((kept.length / left) * random.next() * 2))
        block = next(block, random.chance(0.3) ? share.reverse() : share)
      }
      pending.push(...kept)
      tip = block
      spread()
    },
    forget: (depth) => {
      tip = baseOf(depth)
      for (const node of nodes) if (!node.isStuck) node.tip = tip
    },
    answer: (node, body) => {
      if (random.chance(node.limiting)) return { status: 429, body: 'too many requests' }
      if (random.chance(node.failing)) return { status: 502, body: '<html>bad gateway</html>' }
      const reply = ({ id, method, params }: Question): object => {
        try {
          return { jsonrpc: '2.0', id, result: resultOf(node, method, params) }
        } catch (cause) {
          if (!(cause instanceof RpcError)) throw cause
          return { jsonrpc: '2.0', id, error: { code: cause.code, message: cause.message } }
        }
      }
      const asked = JSON.parse(body) as Question | Question[]
      return { status: 200, body: JSON.stringify(Array.isArray(asked) ? asked.map(reply) : reply(asked)) }
    },
  }
}
