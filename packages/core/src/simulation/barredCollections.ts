import type { ListIntent } from '@sluice/guards'
import { type Address, type Hex, numberToHex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { callData } from '../chain/reads.ts'
import { RpcError } from '../chain/rpcError.ts'
import { withTimeout } from '../wait.ts'

/** Milliseconds that a node has for the trial: a listing waits for no node that cannot make one. */
const patience = 2_000
/** Collections that are tried, each with one token: a collection's rules hold for all of them. */
const mostCollections = 20
/** Who gets the tokens in the trial: nobody, without code. */
const receiver: Address = '0x00000000000000000000000000000000005afe04'

/** `setApprovalForAll(address,bool)`, `transferFrom(address,address,uint256)`, and ERC-1155's `safeTransferFrom`. */
const selector = { approve: '0xa22cb465', transfer: '0x23b872dd', units: '0xf242432a' } as const

type Call = { readonly from: Address; readonly to: Address; readonly data: Hex }
type Trial = { readonly contract: Address; readonly approved: boolean; readonly calls: readonly [Call, Call] }

export type BarredParameters = {
  readonly reader: ChainReader
  readonly intent: Pick<ListIntent, 'account' | 'listings'>
  /** Who will move the tokens. */
  readonly spender: Address
  /** As the chain told them: what was not read, and what the account does not hold, is not tried. */
  readonly kinds: ReadonlyMap<Address, 'erc721' | 'erc1155'>
  readonly holdings: ReadonlyMap<string, bigint>
  readonly operators: ReadonlyMap<string, boolean>
}

/**
 * Collections that do not let a spender move the listed tokens, although it is permitted to: the permission and the
 * move are run on a copy of the chain, all in one request (`eth_simulateV1`). A node that cannot do that is asked for
 * the move alone (`eth_call`) where the permission is there already. Empty where nothing can be said.
 */
export async function barredCollections(parameters: BarredParameters): Promise<readonly Address[]> {
  const { reader } = parameters
  const trials = trialsOf(parameters)
  if (trials.length === 0) return []
  const outcomes = await tried(simulated(reader, trials))
  if (outcomes !== undefined)
    return trials.flatMap(({ contract }, index) => (outcomes[index] === 'reverted' ? [contract] : []))
  const called = await Promise.all(
    trials.map(({ approved, calls }) => (approved ? tried(calledAlone(reader, calls[1])) : undefined)),
  )
  return trials.flatMap(({ contract }, index) => (called[index] === 'reverted' ? [contract] : []))
}

function trialsOf({ intent, spender, kinds, holdings, operators }: BarredParameters): readonly Trial[] {
  const { account, listings } = intent
  const held = listings.filter(
    ({ contract, tokenId, quantity }) => (holdings.get(`${contract}:${tokenId}`) ?? 0n) >= quantity,
  )
  const tokens = [...new Map(held.map((one) => [one.contract, one])).values()].slice(0, mostCollections)
  return tokens.flatMap(({ contract, tokenId, quantity }) => {
    const kind = kinds.get(contract)
    if (kind === undefined) return []
    const data =
      kind === 'erc721'
        ? callData(selector.transfer, account, receiver, tokenId)
        : callData(selector.units, account, receiver, tokenId, quantity, 160n, 0n)
    const approve = { from: account, to: contract, data: callData(selector.approve, spender, 1n) }
    const approved = operators.get(`${contract}:${spender}`) === true
    return [{ contract, approved, calls: [approve, { from: spender, to: contract, data }] as const }]
  })
}

type Outcome = 'moved' | 'reverted' | undefined

/** A block for each collection. @throws {Error} where the node cannot do it. */
async function simulated(reader: ChainReader, trials: readonly Trial[]): Promise<readonly Outcome[]> {
  const blocks = trials.map(({ calls }) => ({
    calls: calls.map((call) => ({ ...call, gas: numberToHex(2_000_000) })),
  }))
  const answer = await reader.call('eth_simulateV1', [
    { blockStateCalls: blocks, validation: false },
    'latest',
  ])
  if (!Array.isArray(answer) || answer.length !== trials.length)
    throw new Error('The node answered a simulation of another shape')
  return answer.map(
    (block: { readonly calls?: readonly { readonly status?: unknown }[] } | null): Outcome => {
      const { status } = block?.calls?.[1] ?? {}
      if (status === '0x1') return 'moved'
      return status === '0x0' ? 'reverted' : undefined
    },
  )
}

/** The move alone. */
async function calledAlone(reader: ChainReader, call: Call): Promise<Outcome> {
  try {
    await reader.call('eth_call', [call, 'latest'])
    return 'moved'
  } catch (cause) {
    if (cause instanceof RpcError && cause.reverted) return 'reverted'
    throw cause
  }
}

/** A node that cannot run a trial says nothing about the collection. */
const tried = <T>(trial: Promise<T>): Promise<T | undefined> =>
  withTimeout(trial, patience, () => undefined).catch(() => undefined)
