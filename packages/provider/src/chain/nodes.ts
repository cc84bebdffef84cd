import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Chain, custom, type Hex, type Transport } from 'viem'
import { causesOf, errorCode } from '../errorCauses.ts'
import type { Tracer } from '../tracing/tracer.ts'
import { askInBatches } from './askInBatches.ts'
import { type CallQueue, createCallQueue, NodeBusy } from './callQueue.ts'
import { checkedResult, NodeFault } from './nodeFault.ts'
import { type Doubt, failureOf, type NodeFailure, type NodeState } from './nodeState.ts'
import { type AskLimits, type NodeRpc, tracedNode } from './rpc.ts'

/** One node, where it matters which one answers. */
export type AskedNode = {
  readonly place: number
  ask(method: string, params: unknown, limits?: AskLimits): Promise<unknown>
  /** Marks that its answer was proven wrong: it is used last for a while. */
  distrust(): void
}

/** Several nodes of one chain as one: the most trusted node answers, and the next one when it cannot. */
export type Nodes = {
  readonly transport: Transport
  /** Runs `work` in the name of a caller, whose requests then have one turn among those of others. */
  asCaller<T>(caller: string, work: () => Promise<T>): Promise<T>
  /** The caller in whose name the current work runs; `''` for work of the provider itself. */
  caller(): string
  /** Sends several requests of one method, as few ones where the most trusted node takes that. */
  askAll(method: string, list: readonly unknown[]): Promise<readonly unknown[]>
  /** The nodes one by one, the most trusted first, without those of another chain. */
  ranked(): readonly AskedNode[]
  states(): readonly NodeState[]
  /** Requests to all of them: in progress, waiting, and rejected since the start. */
  requests: CallQueue['states']
  /** Compares the nodes' heads once. */
  compare(): Promise<void>
  /** Compares them at an interval. @returns the function that stops it. */
  watch(log: Logger): () => void
}

type Node = { -readonly [K in keyof Omit<NodeState, 'failures' | 'methods'>]: NodeState[K] } & {
  readonly failures: Map<NodeFailure, number>
  readonly methods: Map<string, number>
  readonly rpc: NodeRpc
  /** Whether it did not answer several requests that were sent as one. */
  isSingle: boolean
  /** Share of failures of late, 0 to 1. */
  trouble: number
  /** When an answer of it was proven wrong, by `performance.now()`. */
  wrongAt: number
}

/** Blocks that a node may be behind the middle one. */
const tolerated = 5
/** Blocks below the lowest head at which all nodes must agree: above it honest nodes may differ. */
const settled = 2
/** Milliseconds between comparisons: of several nodes, and of a single one, which is only asked whether it answers. */
const [interval, longInterval] = [4000, 30_000]
/** Comparisons after which a trusted node is asked again which chain it serves. */
const chainChecks = 16
/** Attempts after the first, the milliseconds before the next one, and after which no node is asked again. */
const [retries, retryDelay, retryTimeout] = [2, 150, 4000]
/** Weight of the newest observation. */
const weight = 0.2

/** Codes of JSON-RPC: reverted, invalid request, invalid parameters. */
const rejections: readonly unknown[] = [3, -32600, -32602]

/** Whether the node rejected the request itself, as another node would. */
function isRejection(cause: unknown): boolean {
  return causesOf(cause).some(
    (at) => rejections.includes(errorCode(at)) || /execution reverted|revert(ed)?:/i.test(at.message),
  )
}

/** Whether another node or attempt would return the same. */
const isFinal = (cause: unknown): boolean => cause instanceof NodeBusy || isRejection(cause)

function createNode(url: string, place: number, tracer: Tracer | undefined): Node {
  return {
    place,
    host: new URL(url).host,
    height: undefined,
    doubt: undefined,
    answered: 0,
    failed: 0,
    failures: new Map(),
    methods: new Map(),
    latency: 0,
    trouble: 0,
    wrongAt: Number.NEGATIVE_INFINITY,
    rpc: tracedNode(url, place, tracer),
    isSingle: false,
  }
}

const increment = <K>(counts: Map<K, number>, key: K): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

async function askNode(node: Node, method: string, params: unknown, limits?: AskLimits): Promise<unknown> {
  const started = performance.now()
  increment(node.methods, method)
  const note = (failure: 0 | 1): void => {
    node.trouble += (failure - node.trouble) * weight
    node.latency += (performance.now() - started - node.latency) * weight
    node[failure === 1 ? 'failed' : 'answered'] += 1
  }
  try {
    const answer = checkedResult(method, await node.rpc.ask(method, params, limits))
    note(0)
    return answer
  } catch (cause) {
    // Foreign contracts may be what made it slow, large or wrong: it says nothing of the node.
    if (limits !== undefined) throw cause
    const rejected = isRejection(cause)
    note(rejected ? 0 : 1)
    if (!rejected) increment(node.failures, failureOf(cause))
    throw cause
  }
}

/** Milliseconds for which a node is asked last after an answer of it was proven wrong. */
const distrustTime = 60_000
const doubtOf = ({ doubt, wrongAt }: Node): Doubt | undefined =>
  doubt ?? (performance.now() - wrongAt < distrustTime ? 'wrong-logs' : undefined)

/** Lower is asked first: trusted before doubted, steady before failing, then as configured. */
const rank = (node: Node): number =>
  (doubtOf(node) === undefined ? 0 : 100) + node.trouble * 10 + node.place / 2

type Head = { readonly node: Node; readonly number: number }
const blockOf = async (node: Node, tag: string): Promise<{ number: Hex; hash: Hex } | null> =>
  (await askNode(node, 'eth_getBlockByNumber', [tag, false])) as { number: Hex; hash: Hex } | null

/** @param isSure whether a node that is trusted is not asked which chain it serves. */
async function headOf(node: Node, chainId: number, isSure: boolean): Promise<Head | undefined> {
  try {
    const isKnown = isSure && node.height !== undefined && node.doubt === undefined
    const id = isKnown ? chainId : askNode(node, 'eth_chainId', [])
    const [served, block] = await Promise.all([id, blockOf(node, 'latest')])
    if (Number(served) !== chainId) {
      node.doubt = 'other-chain'
      return undefined
    }
    node.height = block === null ? undefined : Number(block.number)
    return node.height === undefined ? undefined : { node, number: node.height }
  } catch {
    // Its failure is counted already; a silent node is asked last.
    node.doubt = 'silent'
    return undefined
  }
}

/** The block of the largest group of nodes; among equal groups, that of the first configured node. */
function majority(answers: readonly { readonly node: Node; readonly hash: string }[]): string | undefined {
  const groups = new Map<string, number>()
  for (const { hash } of answers) increment(groups, hash)
  return answers
    .map(({ hash }) => hash)
    .reduce<string | undefined>(
      (best, hash) => (best === undefined || (groups.get(hash) ?? 0) > (groups.get(best) ?? 0) ? hash : best),
      undefined,
    )
}

async function compareHeads(nodes: readonly Node[], chainId: number, isSure = false): Promise<void> {
  const heads = (await Promise.all(nodes.map((node) => headOf(node, chainId, isSure)))).filter(
    (head) => head !== undefined,
  )
  if (heads.length === 0) return
  const sorted = heads.map(({ number }) => number).sort((a, b) => a - b)
  // Of two, the higher one: a node that is behind is common, one that invents blocks is detected below.
  const middle = sorted[Math.floor(sorted.length / 2)] as number
  const level = heads.filter(({ node, number }) => {
    const behind = middle - number > tolerated
    node.doubt = behind ? 'behind' : undefined
    return !behind
  })
  const common = Math.min(...level.map(({ number }) => number)) - settled
  if (level.length < 2 || common < 0) return
  const answers = await Promise.all(
    level.map(async ({ node }) => {
      const block = await blockOf(node, `0x${common.toString(16)}`).catch(() => null)
      return { node, hash: block?.hash ?? 'none' }
    }),
  )
  const truth = majority(answers)
  for (const { node, hash } of answers) if (hash !== truth) node.doubt = 'other-branch'
}

export function createNodes(urls: readonly string[], chain: Chain, tracer?: Tracer): Nodes {
  const nodes = urls.map((url, place) => createNode(url, place, tracer))
  const queue = createCallQueue()
  const inOrder = (): readonly Node[] =>
    nodes.filter(({ doubt }) => doubt !== 'other-chain').sort((a, b) => rank(a) - rank(b))
  const compare = (): Promise<void> => compareHeads(nodes, chain.id)
  const askInTurn = async (method: string, params: unknown): Promise<unknown> => {
    let last: unknown
    // A node of another chain is not asked; it may have been corrected since.
    if (inOrder().length === 0) await compare()
    const ordered = inOrder()
    if (ordered.length === 0) throw new NodeFault(`No node of chain ${chain.id} serves that chain.`)
    for (const node of ordered) {
      try {
        return await queue.run(() => askNode(node, method, params))
      } catch (cause) {
        if (isFinal(cause)) throw cause
        last = cause
      }
    }
    throw last
  }
  const request = async ({ method, params }: { method: string; params?: unknown }): Promise<unknown> => {
    const started = performance.now()
    for (let tries = 1; ; tries += 1) {
      try {
        return await askInTurn(method, params)
      } catch (cause) {
        // A node that timed out is not asked again at once.
        if (isFinal(cause) || tries > retries || performance.now() - started > retryTimeout) throw cause
        await sleep(retryDelay * tries)
      }
    }
  }
  const askAll: Nodes['askAll'] = (method, list) =>
    askInBatches(
      list,
      (params) => request({ method, params }),
      async (part) => {
        const [first] = inOrder()
        if (first === undefined || first.isSingle) return undefined
        try {
          const results = await queue.run(() => first.rpc.askAll(method, part))
          if (results === undefined) first.isSingle = true
          for (const result of results ?? []) {
            checkedResult(method, result)
            increment(first.methods, method)
          }
          return results
        } catch {
          // A single request finds out what is wrong with the node, and counts it.
          return undefined
        }
      },
    )
  const states = (): readonly NodeState[] =>
    nodes.map((node) => {
      const { rpc: _, trouble: __, wrongAt: ___, isSingle: ____, ...state } = node
      return { ...state, doubt: doubtOf(node) }
    })
  return {
    transport: custom({ request }, { retryCount: 0 }),
    askAll,
    ranked: () =>
      inOrder().map((node) => ({
        place: node.place,
        ask: (method, params, limits) => queue.run(() => askNode(node, method, params, limits)),
        distrust: () => {
          node.wrongAt = performance.now()
        },
      })),
    states,
    requests: queue.states,
    asCaller: queue.as,
    caller: queue.caller,
    compare,
    watch: (log) => {
      let before = new Map<number, Doubt | undefined>()
      let looks = 0
      const look = async (): Promise<void> => {
        await compareHeads(nodes, chain.id, looks % chainChecks !== 0)
        looks += 1
        for (const { place, host, doubt, height } of states()) {
          if (before.get(place) === doubt) continue
          if (doubt === undefined) log.info({ place, host }, 'a node is trusted again')
          else log.warn({ place, host, doubt, height }, 'a node is not trusted; it is asked after the others')
        }
        before = new Map(states().map(({ place, doubt }) => [place, doubt]))
      }
      const timer = setInterval(
        () => {
          look().catch((cause: unknown) => log.warn({ err: cause }, 'the nodes could not be compared'))
        },
        nodes.length === 1 ? longInterval : interval,
      )
      timer.unref()
      return () => clearInterval(timer)
    },
  }
}
