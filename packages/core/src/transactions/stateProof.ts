import type { AssetDelta, Finding } from '@sluice/guards'
import { isFilled, movesOf, netOf, summed } from '@sluice/guards/internal'
import { type Address, type Hex, numberToHex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { callData, selectors } from '../chain/reads.ts'
import type { MinedReceipt } from '../chain/receipts.ts'
import { property } from '../property.ts'
import { wait } from '../wait.ts'
import { orderFills } from './skippedOrders.ts'
import type { TransactionItem } from './transactionContext.ts'

/** A read that proves an effect, and which answers do. */
type StateCheck = {
  readonly to: Address
  readonly data: Hex
  /** Index of the word in the answer that counts. */
  readonly word: number
  readonly isProof: (word: bigint) => boolean
  readonly path: string
}

/**
 * Reads the state that a mined transaction left, at its own block, and returns what contradicts the effect: logs are
 * what a contract says, state is what it stores. A node that does not answer contradicts nothing, because the logs have
 * shown the effect already.
 */
export async function contradictions(
  reader: ChainReader,
  item: TransactionItem,
  receipt: MinedReceipt,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    stateChecks(item, receipt).map(async (check): Promise<readonly Finding[]> => {
      const word = await read(reader, check, receipt, signal)
      if (word === undefined || check.isProof(word)) return []
      return [{ code: 'RCPT_EFFECT', severity: 'block', path: check.path, actual: `${word}` }]
    }),
  )
  return found.flat()
}

/**
 * Returns the orders of a mined cancellation that somebody had filled before. Seaport cancels a filled order without an
 * error, so only its status shows it. Returns none if the node does not answer.
 */
export async function filledOrders(
  reader: ChainReader,
  { orders, call }: TransactionItem,
  receipt: MinedReceipt,
  signal: AbortSignal,
): Promise<readonly Hex[]> {
  const isOrderFilled = async (id: Hex): Promise<boolean> => {
    const status = { to: call.to, data: callData(selectors.getOrderStatus, id) }
    const [filled, size] = await Promise.all([
      read(reader, { ...status, word: 2 }, receipt, signal),
      read(reader, { ...status, word: 3 }, receipt, signal),
    ])
    return filled !== undefined && size !== undefined && isFilled({ filled, size })
  }
  const flags = await Promise.all(orders.map(isOrderFilled))
  return orders.filter((_, index) => flags[index])
}

/** Milliseconds before each attempt: a node behind a load balancer may not have the block yet. */
const pauses = [0, 300, 900]

/**
 * Reads one word of the state after the block of a receipt. The block is named by its hash (EIP-1898): on another branch
 * a block of the same number may lack the transaction. A node that takes numbers only counts where its block of this
 * number is the one of the receipt.
 */
async function read(
  reader: ChainReader,
  { to, data, word }: Pick<StateCheck, 'to' | 'data' | 'word'>,
  { blockHash, blockNumber }: MinedReceipt,
  signal: AbortSignal,
): Promise<bigint | undefined> {
  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    try {
      return await reader.call(method, params)
    } catch (cause) {
      signal.throwIfAborted()
      if (!(cause instanceof Error)) throw cause
      return undefined
    }
  }
  const wordAt = async (block: unknown): Promise<bigint | undefined> => {
    const answer = await ask('eth_call', [{ to, data }, block])
    const text = typeof answer === 'string' ? answer.slice(2 + word * 64, 66 + word * 64) : ''
    return /^[0-9a-fA-F]{64}$/.test(text) ? BigInt(`0x${text}`) : undefined
  }
  const number = numberToHex(blockNumber)
  for (const pause of pauses) {
    if (pause > 0) await wait(pause, signal)
    const found = await wordAt({ blockHash })
    if (found !== undefined) return found
    const hash = property(await ask('eth_getBlockByNumber', [number, false]), 'hash')
    // A receipt without the hash of its block is compared with the state of its number: it must not escape the proof.
    const isSame = blockHash === '0x' || String(hash).toLowerCase() === blockHash
    const byNumber = isSame ? await wordAt(number) : undefined
    if (byNumber !== undefined) return byNumber
  }
  return undefined
}

function stateChecks(item: TransactionItem, receipt: MinedReceipt): readonly StateCheck[] {
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

/** Each order is cancelled. If all are cancelled at once, the log shows the new counter. */
function cancelled({ orders, call }: TransactionItem): readonly StateCheck[] {
  return orders.map((id) => ({
    to: call.to,
    data: callData(selectors.getOrderStatus, id),
    word: 1,
    isProof: (flag) => flag === 1n,
    path: `effects.cancel.${id}`,
  }))
}

/**
 * Returns the checks that an ERC-721 token has the right owner, and that an account holds at least the agreed amount of
 * anything counted. Of a partial purchase or sale, assets that the logs do not show are not checked: their order was
 * skipped. An order that somebody else filled in part brings fewer units; then at least those must be held.
 */
function arrived(item: TransactionItem, receipt: MinedReceipt): readonly StateCheck[] {
  const { effects, call, purpose, partial } = item
  const awaited = [...effects.get, ...(purpose === 'transfer' ? effects.give : [])]
  return (partial ? awaited : summed(awaited)).flatMap((delta): readonly StateCheck[] => {
    if (partial && !isShown(delta, item, receipt)) return []
    const holder = delta.counterparty ?? call.account
    const { kind, contract, tokenId, amount } = delta
    const check = (data: Hex, isProof: StateCheck['isProof']): readonly StateCheck[] => [
      { to: contract, data, word: 0, isProof, path: `effects.get.${contract}:${tokenId ?? ''}` },
    ]
    if (kind === 'erc721' && tokenId !== undefined)
      return check(callData(selectors.ownerOf, tokenId), (owner) => owner === BigInt(holder))
    const came = netOf(receipt, delta, holder)
    const least = partial && came > 0n && came < amount ? came : amount
    if (kind === 'erc1155' && tokenId !== undefined)
      return check(callData(selectors.balanceOfToken, holder, tokenId), (balance) => balance >= least)
    // New tokens have no ids yet: how many are held says that they came.
    return kind === 'erc20' || kind === 'erc721'
      ? check(callData(selectors.balanceOf, holder), (balance) => balance >= least)
      : []
  })
}

/** Whether its contract logged a move of an asset, or Seaport that it filled an order of the call with it. */
const isShown = ({ contract, tokenId }: AssetDelta, item: TransactionItem, { logs }: MinedReceipt): boolean =>
  logs.some((log) => log.address === contract && movesOf(log).some((move) => move.tokenId === tokenId)) ||
  orderFills({ ...item, to: item.call.to }, logs).some(({ token }) => token === `${contract}:${tokenId}`)

/** The approval is there: at least the amount, for the right spender. */
function approved({ call, effects }: TransactionItem): readonly StateCheck[] {
  return effects.authority.flatMap(({ kind, contract, spender, amount }): readonly StateCheck[] => {
    const path = `effects.authority.${contract}:${spender}`
    if (kind === 'erc20')
      return [
        {
          to: contract,
          data: callData(selectors.allowance, call.account, spender),
          word: 0,
          isProof: (allowance) => allowance >= (amount ?? 0n),
          path,
        },
      ]
    if (kind !== 'nft-operator') return []
    return [
      {
        to: contract,
        data: callData(selectors.isApprovedForAll, call.account, spender),
        word: 0,
        isProof: (flag) => flag === 1n,
        path,
      },
    ]
  })
}
