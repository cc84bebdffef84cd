import { type Hex, numberToHex } from 'viem'
import { wait } from '../api/wait.ts'
import { readAccountCode, readOrderStatus, readQuantity } from '../chain/reads.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { RpcError } from '../chain/rpcError.ts'
import { TradeError } from '../errors.ts'
import type { CheckedTransaction } from '../guards/checked.ts'
import type { Session } from './session.ts'

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
): Promise<void> {
  const { reader, signal, done } = session
  if (reader === undefined) return
  const { account: from, to, data, value } = call
  const transaction = { from, to, data, value: numberToHex(value) }
  for (let attempt = 1; ; attempt += 1) {
    try {
      const [, short] = await Promise.all([
        reader.call('eth_call', [transaction, 'latest']),
        isShort(reader, call, transaction),
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
      if (await isGone(session, orders))
        throw new TradeError(
          'order_unavailable',
          'The order is no longer available: it was filled or cancelled.',
          { cause: error },
        )
      if (done.length === 0 || attempt >= 4) throw wouldFail(error.message, error)
      await wait(500 * attempt, signal)
    }
  }
}

/** Whether the account certainly cannot pay. A contract's gas may be somebody else's, and what is unread is no reason. */
async function isShort(reader: ChainReader, call: CheckedTransaction, transaction: object): Promise<boolean> {
  const { account, value, gas: limit } = call
  try {
    const [balance, price, gas] = await Promise.all([
      readQuantity(reader, 'eth_getBalance', [account, 'latest']),
      readQuantity(reader, 'eth_gasPrice', []),
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

/** Why a call was not sent: what the node said of it. */
export function wouldFail(reason: string, cause?: RpcError): TradeError {
  const options = cause === undefined ? {} : { cause }
  if (/insufficient funds/i.test(reason))
    return new TradeError(
      'insufficient_funds',
      'The account does not hold enough for this transaction.',
      options,
    )
  return new TradeError(
    'transaction_reverted',
    'The transaction would fail on chain, so it was not sent.',
    options,
  )
}
