import type { AssetDelta, CheckedItem, Finding } from '@sluice/guards'
import { summed } from '@sluice/guards/internal'
import type { Address, Hex } from 'viem'
import { callData, selectors } from '../chain/reads.ts'
import type { MinedReceipt } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { wait } from '../wait.ts'

/** A read whose answer shows an effect, and the answers that do. */
type Witness = {
  readonly to: Address
  readonly data: Hex
  /** Which word of the answer counts. */
  readonly word: number
  readonly shows: (word: bigint) => boolean
  readonly path: string
}

type CallItem = Extract<CheckedItem, { kind: 'transaction' }>

/**
 * Reads the state that a mined transaction left behind, at its own block: logs are what a contract says, state
 * is what it keeps. Answers what contradicts the effect. A node that cannot say contradicts nothing: the logs
 * have shown it by then.
 */
export async function contradictions(
  reader: ChainReader,
  item: CallItem,
  receipt: MinedReceipt,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const block = `0x${receipt.blockNumber.toString(16)}`
  const found = await Promise.all(
    witnessesOf(item, receipt).map(async (witness): Promise<readonly Finding[]> => {
      const word = await read(reader, witness, block, signal)
      if (word === undefined || witness.shows(word)) return []
      return [{ code: 'RCPT_EFFECT', severity: 'block', path: witness.path, actual: `${word}` }]
    }),
  )
  return found.flat()
}

/**
 * Orders of a mined cancellation that somebody had filled by then. Seaport cancels a filled order without a word, so
 * only its status tells. A node that cannot say names none.
 */
export async function filledOrders(
  reader: ChainReader,
  { orders, call }: CallItem,
  receipt: MinedReceipt,
  signal: AbortSignal,
): Promise<readonly Hex[]> {
  const block = `0x${receipt.blockNumber.toString(16)}`
  const isFilled = async (id: Hex): Promise<boolean> => {
    const status = { to: call.to, data: callData(selectors.getOrderStatus, id) }
    const [filled, size] = await Promise.all([
      read(reader, { ...status, word: 2 }, block, signal),
      read(reader, { ...status, word: 3 }, block, signal),
    ])
    return filled !== undefined && size !== undefined && size > 0n && filled >= size
  }
  const flags = await Promise.all(orders.map(isFilled))
  return orders.filter((_, index) => flags[index])
}

/** Milliseconds between two tries: a node behind a balancer may not have the block yet. */
const pauses = [0, 300, 900]

async function read(
  reader: ChainReader,
  { to, data, word }: Pick<Witness, 'to' | 'data' | 'word'>,
  block: string,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  for (const pause of pauses) {
    if (pause > 0) await wait(pause, signal)
    try {
      const answer = await reader.call('eth_call', [{ to, data }, block])
      const text = typeof answer === 'string' ? answer.slice(2 + word * 64, 66 + word * 64) : ''
      if (/^[0-9a-fA-F]{64}$/.test(text)) return BigInt(`0x${text}`)
    } catch (cause) {
      signal.throwIfAborted()
      if (!(cause instanceof Error)) throw cause
    }
  }
  return undefined
}

function witnessesOf(item: CallItem, receipt: MinedReceipt): readonly Witness[] {
  switch (item.purpose) {
    case 'cancel':
      return cancelled(item)
    case 'buy':
    case 'sell':
    case 'transfer':
      return arrived(item, receipt)
    case 'approve-currency':
    case 'approve-token':
      return approved(item)
    default:
      return []
  }
}

/** Each order is cancelled; for everything at once the counter is what the log says. */
function cancelled({ orders, call }: CallItem): readonly Witness[] {
  return orders.map((id) => ({
    to: call.to,
    data: callData(selectors.getOrderStatus, id),
    word: 1,
    shows: (flag) => flag === 1n,
    path: `effects.cancel.${id}`,
  }))
}

/** Single tokens are with whom they should be; of counted ones there are at least as many. */
function arrived({ effects, call, purpose, partial }: CallItem, receipt: MinedReceipt): readonly Witness[] {
  const awaited = [...effects.get, ...(purpose === 'transfer' ? effects.give : [])]
  return (partial ? awaited : summed(awaited)).flatMap((delta): readonly Witness[] => {
    const holder = delta.counterparty ?? call.account
    // Of a purchase in part, only what the logs say has come is looked for.
    if (partial && !mentioned(delta, receipt)) return []
    const { kind, contract, tokenId } = delta
    const path = `effects.get.${contract}:${tokenId ?? ''}`
    if (kind === 'erc721' && tokenId !== undefined)
      return [
        {
          to: contract,
          data: callData(selectors.ownerOf, tokenId),
          word: 0,
          shows: (owner) => owner === BigInt(holder),
          path,
        },
      ]
    const data =
      kind === 'erc1155' && tokenId !== undefined
        ? callData(selectors.balanceOfToken, holder, tokenId)
        : kind === 'erc20'
          ? callData(selectors.balanceOf, holder)
          : undefined
    return data === undefined
      ? []
      : [{ to: contract, data, word: 0, shows: (balance) => balance >= delta.amount, path }]
  })
}

const mentioned = ({ contract, tokenId }: AssetDelta, { logs }: MinedReceipt): boolean => {
  const id = (tokenId ?? 0n).toString(16).padStart(64, '0')
  return logs.some(
    ({ address, topics, data }) =>
      address === contract && (topics.some((topic) => topic.endsWith(id)) || data.includes(id)),
  )
}

/** The permission is there: at least what was asked for, to whom it was asked for. */
function approved({ call, effects }: CallItem): readonly Witness[] {
  return effects.authority.flatMap(({ kind, contract, spender, amount }): readonly Witness[] => {
    const path = `effects.authority.${contract}:${spender}`
    if (kind === 'erc20')
      return [
        {
          to: contract,
          data: callData(selectors.allowance, call.account, spender),
          word: 0,
          shows: (allowance) => allowance >= (amount ?? 0n),
          path,
        },
      ]
    if (kind !== 'nft-operator') return []
    return [
      {
        to: contract,
        data: callData(selectors.isApprovedForAll, call.account, spender),
        word: 0,
        shows: (flag) => flag === 1n,
        path,
      },
    ]
  })
}
