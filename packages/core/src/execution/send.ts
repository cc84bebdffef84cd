import type { Hex } from 'viem'
import { isHex } from 'viem'
import { fetchTransfers } from '../api/transfers.ts'
import { unlessAborted } from '../api/wait.ts'
import { readNonce } from '../chain/reads.ts'
import { readBlockNumber } from '../chain/receipts.ts'
import { transactionUrl } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import { type CheckedTransaction, withGas } from '../guards/checked.ts'
import type { CheckedItem } from '../guards/verdict.ts'
import { follow } from './follow.ts'
import { type JournalLine, openLine } from './line.ts'
import { poll } from './poll.ts'
import { ensureWallet } from './prompt.ts'
import { prove } from './prove.ts'
import { rehearse } from './rehearse.ts'
import { reportResult } from './report.ts'
import type { Pass, Session } from './session.ts'
import type { ExecutionEvent } from './state.ts'

export type TransactionItem = Extract<CheckedItem, { kind: 'transaction' }>

/** Sends one checked call and follows it to its end (specification 4). */
export async function* send(
  session: Session,
  pass: Pass,
  item: TransactionItem,
): AsyncGenerator<ExecutionEvent> {
  const { client, chain, account, signal, wallet } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const call = withGas(item.call, session.gas)
  await rehearse(session, call)
  for await (const _switching of ensureWallet(wallet, chain, account, signal))
    yield { type: 'item_switching', at }
  const before = await readBefore(session)
  const line = await openLine(session, item, { nonceBefore: before.nonce })
  yield { type: 'item_prompted', at }
  const hash = await prompted(session, call, line)
  yield { type: 'item_sent', at, hash, ...linkOf(session, hash) }

  const sent = { account, to: call.to, data: call.data, value: call.value, ...before }
  const { reader, listen } = session
  for await (const fact of follow({ client, chain, reader, sent, hash, signal, listen })) {
    if (fact.type === 'replaced') {
      await line.write('sent', { hash: fact.hash })
      yield { type: 'item_replaced', at, hash: fact.hash, ...linkOf(session, fact.hash) }
    } else if (fact.type === 'mined') {
      const { status, blockNumber } = fact.receipt
      await line.write(status === 'success' ? 'done' : 'failed')
      yield { type: 'item_mined', at, receipt: { hash: fact.receipt.hash, status, blockNumber } }
      if (status === 'success') prove(session.engine.guards, chain, item, fact.receipt)
    } else {
      yield* awaitTransfers(session, pass, item, fact.hash)
      const stepId = pass.plan.steps[at.stepIndex]?.id ?? ''
      reportResult(client, chain, { requestId: pass.plan.requestId ?? undefined, stepId, txHash: fact.hash })
      await line.write('done')
      yield { type: 'item_complete', at, proof: fact.receipt === undefined ? 'provider' : 'chain' }
    }
  }
}

const linkOf = ({ chain }: Session, hash: Hex) => {
  const explorerUrl = transactionUrl(chain, hash)
  return explorerUrl === undefined ? {} : { explorerUrl }
}

/** What the chain said right before the prompt: where to look for the transaction if its hash gets lost. */
async function readBefore({ reader, account }: Session) {
  if (reader === undefined) return { nonce: undefined, fromBlock: undefined }
  const unknown = () => undefined
  const [nonce, fromBlock] = await Promise.all([
    readNonce(reader, account, 'pending').catch(unknown),
    readBlockNumber(reader).catch(unknown),
  ])
  return { nonce, fromBlock }
}

/** Opens the wallet's window. Whatever it answers is written down, even when nobody waits any more. */
async function prompted(
  { wallet, signal }: Session,
  call: CheckedTransaction,
  line: JournalLine,
): Promise<Hex> {
  const answered = wallet.sendTransaction(call).then(
    async (answer) => {
      const hash = readHash(answer)
      await line.write(hash === undefined ? 'unknown' : 'sent', {
        hash: hash ?? String(answer).slice(0, 4_096),
      })
      return hash
    },
    async (error: unknown) => {
      await line.write(isRefusal(error) ? 'rejected' : 'unknown')
      throw error
    },
  )
  // An aborted run leaves the window open; its answer still reaches the journal.
  answered.catch(() => undefined)
  const hash = await unlessAborted(answered, signal)
  if (hash !== undefined) return hash
  throw new TradeError('no_transaction_hash', 'Transaction hash not returned from sendTransaction method', {
    money: 'sent',
  })
}

const isRefusal = (error: unknown) =>
  error instanceof TradeError && ['wallet_refused', 'wrong_chain', 'account_changed'].includes(error.code)

function readHash(answer: unknown): Hex | undefined {
  return typeof answer === 'string' && isHex(answer) && answer.length === 66
    ? (answer.toLowerCase() as Hex)
    : undefined
}

/** After a sale the provider's transfers are waited for (specification 7). */
async function* awaitTransfers(
  session: Session,
  pass: Pass,
  item: TransactionItem,
  hash: Hex,
): AsyncGenerator<ExecutionEvent> {
  const { client, chain, signal, prepared, engine } = session
  const { action } = prepared.intent
  const isSale =
    item.purpose === 'buy' || item.purpose === 'sell' || pass.plan.steps[item.stepIndex]?.id === 'sale'
  if (!isSale || (action !== 'buy' && action !== 'sell')) return
  const transfers = await poll(
    async () => {
      const found = await fetchTransfers(client, chain, hash, engine.guards.parseTransfers, signal).catch(
        unlessAbsent,
      )
      return found === 'no route' ? [] : found.length > 0 ? found : undefined
    },
    {
      interval: client.pollingInterval,
      attempts: 15,
      signal,
      failure: (n) => `Failed to get an ok response after ${n} attempt(s), aborting`,
    },
  )
  yield { type: 'item_transfers', at: { stepIndex: item.stepIndex, itemIndex: item.itemIndex }, transfers }
}

/** A provider without the route has nothing to say about transfers; the chain has said it already. */
function unlessAbsent(error: unknown): 'no route' {
  if (error instanceof TradeError && error.data.status === 404) return 'no route'
  throw error
}
