import type { CheckedTransaction } from '@sluice/guards'
import { isFilled } from '@sluice/guards/internal'
import { type Hex, numberToHex } from 'viem'
import { callWouldFail, orderGone, revertOf } from '../chain/callError.ts'
import type { ChainReader } from '../chain/chainReader.ts'
import { type Head, readAccountCode, readOrderStatus, readQuantity } from '../chain/reads.ts'
import { RpcError } from '../chain/rpcError.ts'
import { TradeError } from '../errors.ts'
import { wait } from '../wait.ts'
import type { TransactionContext } from './transactionContext.ts'

type PreflightContext = Pick<TransactionContext, 'reader' | 'chain' | 'signal' | 'done'>

/**
 * Runs a call against the latest block, so that the user is not asked for one that would fail or that the account
 * cannot pay. A node that lags behind our own approval is given a moment.
 * @throws {TradeError} `transaction_would_fail`, `insufficient_funds`, or `order_unavailable` if an order that it fills
 * is gone.
 */
export async function preflight(
  context: PreflightContext,
  call: CheckedTransaction,
  orders: readonly Hex[],
  head: Partial<Head>,
): Promise<void> {
  const { reader, signal, done } = context
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
        'The account does not have enough funds for this transaction and its gas.',
      )
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof TradeError && error.code === 'insufficient_funds') throw error
      // No node answered, or it rejected the request: the wallet simulates on its own.
      if (!(error instanceof RpcError) || !error.reverted) return
      const failure = revertOf(error)
      if (await isGone(context, orders)) throw orderGone(failure, error)
      if (done.length === 0 || attempt >= 4) throw callWouldFail(error.message, failure, error)
      await wait(500 * attempt, signal)
    }
  }
}

/**
 * On a quiet chain the latest block is old, and an order that started since then fails against it. The pending block has
 * the time at which the call would be mined.
 */
const dryRun = (reader: ChainReader, transaction: object) =>
  reader.call('eth_call', [transaction, 'latest']).catch((error) =>
    reader.call('eth_call', [transaction, 'pending']).catch(() => {
      throw error
    }),
  )

/** Returns whether the account certainly cannot pay. Somebody else may pay the gas of a contract account. */
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
    // If the node does not answer, the wallet decides.
    return false
  }
}

/** Returns whether one of the orders was filled or cancelled meanwhile. */
async function isGone({ reader, chain }: PreflightContext, orders: readonly Hex[]): Promise<boolean> {
  if (reader === undefined) return false
  const seaports = Object.values(chain.seaport).filter((address) => address !== undefined)
  const statuses = await Promise.all(
    seaports.flatMap((seaport) =>
      orders.map((order) => readOrderStatus(reader, seaport, order).catch(() => undefined)),
    ),
  )
  return statuses.some((status) => status !== undefined && (status.cancelled || isFilled(status)))
}
