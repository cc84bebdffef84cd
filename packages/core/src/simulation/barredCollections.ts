import type { BidIntent, ListIntent } from '@sluice/guards'
import { decodeRevert } from '@sluice/seaport'
import { type Address, type Hex, isHex, numberToHex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { callData } from '../chain/reads.ts'
import { readRevert } from '../chain/revert.ts'
import { RpcError } from '../chain/rpcError.ts'
import { isAuthorizedBy, isTransferAllowed } from '../chain/transferValidator.ts'
import { withTimeout } from '../wait.ts'

/** Milliseconds that a node has for an answer: an order waits for no node that cannot give one. */
const timeout = 2_000
/** Collections that are tried, each with one token: a collection's rules hold for all of them. */
const maxCollections = 20
/** The other side of a trial: nobody, without code. */
const nobody: Address = '0x00000000000000000000000000000000005afe04'

/** `setApprovalForAll(address,bool)`, `transferFrom(address,address,uint256)`, and ERC-1155's `safeTransferFrom`. */
const selector = { approve: '0xa22cb465', transfer: '0x23b872dd', units: '0xf242432a' } as const

type Call = { readonly from: Address; readonly to: Address; readonly data: Hex }
type Trial = { readonly contract: Address; readonly approved: boolean; readonly calls: readonly [Call, Call] }
type Outcome = 'moved' | 'reverted' | undefined

type Common = {
  readonly reader: ChainReader
  /** Who will move the tokens. */
  readonly spender: Address
  /** Transfer validators of the collections that have one. */
  readonly validators?: ReadonlyMap<Address, Address> | undefined
  /** Zones of orders that can be ended without gas: a validator may let them decide about each transfer. */
  readonly zones?: readonly Address[]
}

export type BarredParameters = Common & {
  readonly intent: Pick<ListIntent, 'account' | 'listings'>
  /** As the chain told them: what was not read, and what the account does not hold, is not tried. */
  readonly kinds: ReadonlyMap<Address, 'erc721' | 'erc1155'>
  readonly holdings: ReadonlyMap<string, bigint>
  readonly operators: ReadonlyMap<string, boolean>
  /** Whether nodes may be asked to simulate; the validators are asked in any case. */
  readonly simulates?: boolean
}

/**
 * Collections that do not let a spender move the listed tokens, although it is permitted to: the permission and the
 * move are run on a copy of the chain, all in one request (`eth_simulateV1`). A node that cannot do that is asked for
 * the move alone (`eth_call`) where the permission is there already, else the collection's transfer validator is asked.
 * Empty where nothing can be said.
 */
export async function barredCollections(parameters: BarredParameters): Promise<readonly Address[]> {
  const { reader, intent, simulates = true } = parameters
  const trials = simulates ? trialsOf(parameters) : []
  const outcomes = trials.length === 0 ? undefined : await tried(simulated(reader, trials))
  return barredAmong(parameters, intent.listings, async (contract) => {
    const index = trials.findIndex((trial) => trial.contract === contract)
    const trial = trials[index]
    if (outcomes?.[index] !== undefined) return outcomes[index]
    const alone = trial?.approved ? await tried(calledAlone(reader, trial.calls[1])) : undefined
    return alone ?? validated(parameters, contract, intent.account, nobody)
  })
}

/** Collections of offers whose transfer validator does not let the spender bring the account a token of them. */
export const barredOffers = (
  parameters: Common & { readonly intent: Pick<BidIntent, 'account' | 'bids'> },
): Promise<readonly Address[]> =>
  barredAmong(
    parameters,
    parameters.intent.bids.map(({ target, offChainCancellable }) => ({
      contract: target.contract,
      offChainCancellable,
    })),
    (contract) => validated(parameters, contract, nobody, parameters.intent.account),
  )

/** Collections for which a move reverts, and whose orders are in no zone that may let it through. */
async function barredAmong(
  { reader, validators, zones = [] }: Common,
  orders: readonly { readonly contract: Address; readonly offChainCancellable: boolean }[],
  outcomeOf: (contract: Address) => Promise<Outcome>,
): Promise<readonly Address[]> {
  const contracts = [...new Set(orders.map(({ contract }) => contract))].slice(0, maxCollections)
  const barred = await Promise.all(
    contracts.map(async (collection) => {
      if ((await outcomeOf(collection)) !== 'reverted') return false
      const validator = validators?.get(collection)
      const inZone = orders.every((order) => order.contract !== collection || order.offChainCancellable)
      return (
        validator === undefined ||
        !inZone ||
        (await tried(isAuthorizedBy(reader, { collection, validator }, zones))) !== true
      )
    }),
  )
  return contracts.filter((_, index) => barred[index])
}

/** What the collection's transfer validator says, where it has one. */
async function validated(
  { reader, spender, validators }: Common,
  collection: Address,
  from: Address,
  to: Address,
): Promise<Outcome> {
  const validator = validators?.get(collection)
  if (validator === undefined) return undefined
  const allowed = await tried(
    isTransferAllowed(reader, { collection, validator, operator: spender, from, to }),
  )
  return allowed === undefined ? undefined : allowed ? 'moved' : 'reverted'
}

function trialsOf({ intent, spender, kinds, holdings, operators }: BarredParameters): readonly Trial[] {
  const { account, listings } = intent
  const held = listings.filter(
    ({ contract, tokenId, quantity }) => (holdings.get(`${contract}:${tokenId}`) ?? 0n) >= quantity,
  )
  const tokens = [...new Map(held.map((one) => [one.contract, one])).values()].slice(0, maxCollections)
  return tokens.flatMap(({ contract, tokenId, quantity }) => {
    const kind = kinds.get(contract)
    if (kind === undefined) return []
    const data =
      kind === 'erc721'
        ? callData(selector.transfer, account, nobody, tokenId)
        : callData(selector.units, account, nobody, tokenId, quantity, 160n, 0n)
    const approve = { from: account, to: contract, data: callData(selector.approve, spender, 1n) }
    const approved = operators.get(`${contract}:${spender}`) === true
    return [{ contract, approved, calls: [approve, { from: spender, to: contract, data }] as const }]
  })
}

/** A collection that refuses this receiver alone may accept another one. */
const outcomeOfRevert = (reason: string): Outcome => (reason === 'receiver_refused' ? undefined : 'reverted')

type BlockResult = {
  readonly calls?: readonly { readonly status?: unknown; readonly returnData?: unknown }[]
} | null

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
  return answer.map((block: BlockResult): Outcome => {
    const { status, returnData } = block?.calls?.[1] ?? {}
    if (status === '0x1') return 'moved'
    if (status !== '0x0') return undefined
    return outcomeOfRevert(decodeRevert(isHex(returnData) ? returnData : '0x').reason)
  })
}

/** The move alone. */
async function calledAlone(reader: ChainReader, call: Call): Promise<Outcome> {
  try {
    await reader.call('eth_call', [call, 'latest'])
    return 'moved'
  } catch (cause) {
    if (cause instanceof RpcError && cause.reverted) return outcomeOfRevert(readRevert(cause).reason)
    throw cause
  }
}

/** A node that cannot run a trial says nothing about the collection. */
const tried = <T>(trial: Promise<T>): Promise<T | undefined> =>
  withTimeout(trial, timeout, () => undefined).catch(() => undefined)
