import type { ChainState, Policy, RequiredReads } from '@sluice/guards'
import type { Dispute } from '@sluice/guards/internal'
import { type Address, numberToHex, stringify } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { withTimeout } from '../wait.ts'
import { atBlock, type ChainReader } from './chainReader.ts'
import { readChainState } from './readChainState.ts'
import { readQuantity } from './reads.ts'
import { isConfirmed, type MinedReceipt, readReceipt } from './receipts.ts'

/** Milliseconds before two nodes that disagree are asked again: one may be a block behind the other. */
const pauses = [400, 1_200]

/**
 * Reads the chain state from two nodes if there are two, and compares the answers. Nodes that disagree are asked again,
 * then both about the newest block that both have: what differs even there is reported as disputed, and blocks the plan.
 * A node that does not answer disputes nothing, unless the policy requires two answers.
 */
export async function agreedChainState(
  reader: ChainReader | undefined,
  chain: Chain,
  account: Address,
  needs: RequiredReads | undefined,
  { quorum }: Policy,
  wait: (milliseconds: number) => Promise<void>,
): Promise<ChainState> {
  const readState = (from: ChainReader | undefined) => readChainState(from, chain, account, needs)
  const nodes = quorum === 'one' ? [] : ((await reader?.nodes?.()) ?? [])
  const [first, second] = nodes
  const behind = reader?.behind?.()
  const withAge = (state: ChainState): ChainState => (behind === undefined ? state : { ...state, behind })
  if (first === undefined || second === undefined) {
    const state = withAge(await readState(reader))
    return quorum === 'required' ? { ...state, disputes: [missingNode] } : state
  }
  // The first reader falls back to any node that answers; the second is one node.
  const preferred = quorum === 'required' ? first : (reader ?? first)
  const compare = async (left: ChainReader, right: ChainReader) => {
    const [state, other] = await Promise.all([readState(left), readState(right)])
    return { state, disputes: disputesOf(state, other, quorum === 'required') }
  }
  let found = await compare(preferred, second)
  for (const pause of pauses) {
    if (found.disputes.length === 0) break
    await wait(pause)
    found = await compare(preferred, second)
  }
  if (found.disputes.length > 0) found = await compareOneBlock(first, second, compare).catch(() => found)
  return withAge(found.disputes.length === 0 ? found.state : { ...found.state, disputes: found.disputes })
}

const missingNode: Dispute = { path: 'chainState', values: ['one node answers', 'two are required'] }

/** Milliseconds that a second node has to return a receipt. */
const receiptTimeout = 1_000

/**
 * Returns whether a second node, if there is one, shows the same receipt. A node that does not know the transaction yet,
 * or does not answer, contradicts nothing, unless the policy requires two answers.
 */
export async function isAgreed(
  reader: ChainReader,
  { hash, status, blockHash }: MinedReceipt,
  { quorum }: Policy,
): Promise<boolean> {
  if (quorum === 'one') return true
  const nodes = ((await reader.nodes?.()) ?? []).slice(0, 2)
  const required = quorum === 'required'
  if (nodes.length < 2) return !required
  const asked = required ? nodes : nodes.slice(1)
  const read = (node: ChainReader) => readReceipt(node, hash).catch(() => undefined)
  const receipts = await Promise.all(
    asked.map((node) => withTimeout(read(node), receiptTimeout, () => undefined)),
  )
  return receipts.every((other) =>
    other === undefined ? !required : other.status === status && other.blockHash === blockHash,
  )
}

/** Returns whether what a receipt says is settled: its block has enough confirmations, and the nodes agree on it. */
export const isFinal = async (
  reader: ChainReader,
  chain: Pick<Chain, 'confirmations'>,
  policy: Policy,
  receipt: MinedReceipt,
): Promise<boolean> =>
  (await isConfirmed(reader, chain, receipt)) && (await isAgreed(reader, receipt, policy))

/** Compares the state of both nodes at the newest block that both have. */
async function compareOneBlock<T>(
  first: ChainReader,
  second: ChainReader,
  compare: (left: ChainReader, right: ChainReader) => Promise<T>,
): Promise<T> {
  const [left, right] = await Promise.all(
    [first, second].map((node) => readQuantity(node, 'eth_blockNumber', [])),
  )
  const block = numberToHex((left ?? 0n) < (right ?? 0n) ? (left ?? 0n) : (right ?? 0n))
  return compare(atBlock(first, block), atBlock(second, block))
}

/** Returns what two nodes answered differently; where both must answer, also what only one of them did. */
function disputesOf(left: ChainState, right: ChainState, both: boolean): readonly Dispute[] {
  const [one, other] = [flat(left), flat(right)]
  const paths = new Set([...one.keys(), ...other.keys()])
  return [...paths].flatMap((path): readonly Dispute[] => {
    const values = [one.get(path) ?? 'unknown', other.get(path) ?? 'unknown'] as const
    const isMissing = !one.has(path) || !other.has(path)
    return values[0] === values[1] || (isMissing && !both) ? [] : [{ path, values }]
  })
}

/** Returns every value by its path, as text, without times and fees, which change with each block. */
function flat(state: ChainState): ReadonlyMap<string, string> {
  const { now: _now, ahead: _ahead, chainNow: _chainNow, baseFee: _baseFee, ...rest } = state
  const entries = Object.entries(rest).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (value instanceof Map)
      return [...value].map(([key, one]: [unknown, unknown]) => [`chainState.${name}.${key}`, textOf(one)])
    return value === undefined ? [] : [[`chainState.${name}`, textOf(value)]]
  })
  return new Map(entries)
}

const textOf = (value: unknown): string => (typeof value === 'object' ? stringify(value) : String(value))
