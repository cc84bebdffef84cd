import type { CheckedTransaction } from '@sluice/guards'
import { type Hex, numberToHex } from 'viem'
import { type Head, readAccountCode, readOrderStatus, readQuantity } from '../chain/reads.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { RpcError } from '../chain/rpcError.ts'
import { TradeError, type TradeErrorData } from '../errors.ts'
import type { Session } from '../plan/session.ts'
import { wait } from '../wait.ts'
import { revertOf } from './transactionError.ts'

/**
 * Runs the call against the latest block first: one that would fail, or that the account cannot pay, is not put
 * before the user. A node that lags behind our own approval is given a moment.
 * @throws {TradeError} `transaction_reverted`, `insufficient_funds`, or `order_unavailable` when an order that
 * it fills is gone.
 */
export async function rehearse(
  session: Session,
  call: CheckedTransaction,
  orders: readonly Hex[],
  head: Partial<Head>,
): Promise<void> {
  const { reader, signal, done } = session
  if (reader === undefined) return
  const { account: from, to, data, value } = call
  const transaction = { from, to, data, value: numberToHex(value) }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [, short] = await Promise.all([
        dryRun(reader, transaction),
        isShort(reader, call, transaction, head),
      ])
      if (!short) return
      throw new TradeError(
        'insufficient_funds',
        'The account does not hold enough for this transaction and its gas.',
      )
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TradeError && error.code === 'insufficient_funds') throw error
      // No node answered, or it refused the question: the wallet simulates on its own.
      if (!(error instanceof RpcError) || !error.reverted) return
      const said = await revertOf(error)
      if (await isGone(session, orders)) throw gone(said, error)
      if (done.length === 0 || attempt >= 4) throw wouldFail(error.message, said, error)
      await wait(500 * attempt, signal)
    }
  }
}

/**
 * On a chain where nothing happens the latest block is old: what has begun since, or fell in price, fails against it.
 * The block that is being made has the time in which the call would be mined.
 */
const dryRun = (reader: ChainReader, transaction: object) =>
  reader.call('eth_call', [transaction, 'latest']).catch((error) =>
    reader.call('eth_call', [transaction, 'pending']).catch(() => {
      throw error
    }),
  )

/**
 * Whether the account certainly cannot pay. A contract's gas may be somebody else's, and what is unread is no reason.
 */
async function isShort(
  reader: ChainReader,
  call: CheckedTransaction,
  transaction: object,
  { baseFee }: Partial<Head>,
): Promise<boolean> {
  const { account, value, gas: limit } = call
  try {
    const [balance, price, gas] = await Promise.all([
      readQuantity(reader, 'eth_getBalance', [account, 'latest']),
      baseFee ?? readQuantity(reader, 'eth_gasPrice', []),
      limit ?? readQuantity(reader, 'eth_estimateGas', [transaction]),
    ])
    return balance < value + price * gas && (await readAccountCode(reader, account)) === 'none'
  } catch {
    // What the node does not say is left to the wallet.
    return false
  }
}

/** Whether one of the orders was filled or cancelled meanwhile. */
async function isGone({ reader, chain }: Session, orders: readonly Hex[]): Promise<boolean> {
  if (reader === undefined) return false
  const seaports = Object.values(chain.seaport).filter((address) => address !== undefined)
  const statuses = await Promise.all(
    seaports.flatMap((seaport) =>
      orders.map((order) => readOrderStatus(reader, seaport, order).catch(() => undefined)),
    ),
  )
  return statuses.some(
    (status) =>
      status !== undefined && (status.cancelled || (status.size > 0n && status.filled >= status.size)),
  )
}

type Said = Pick<TradeErrorData, 'reason' | 'revert' | 'findings'>

/** Somebody was quicker, or the maker thought better of it. */
export const gone = (data: Said, cause?: RpcError): TradeError =>
  new TradeError('order_unavailable', 'The order is no longer available: it was filled or cancelled.', {
    data,
    ...(cause === undefined ? {} : { cause }),
  })

/** Why a call was not sent: `message` is the node's, `said` the contract's. */
export function wouldFail(message: string, said: Said, cause?: RpcError): TradeError {
  const options = { data: said, ...(cause === undefined ? {} : { cause }) }
  if (/insufficient funds/i.test(message))
    return new TradeError(
      'insufficient_funds',
      'The account does not hold enough for this transaction.',
      options,
    )
  if (said.revert !== undefined && orderGone.has(said.revert.reason)) return gone(said, cause)
  return new TradeError(
    'transaction_reverted',
    'The transaction would fail on chain, so it was not sent.',
    options,
  )
}

/** Reverts by which an order is gone for good: filled, cancelled or out of its time. */
const orderGone: ReadonlySet<string> = new Set(['order_filled', 'order_cancelled', 'order_expired'])
