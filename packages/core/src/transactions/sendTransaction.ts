import type { CheckedItem } from '@sluice/guards'
import { withGas } from '@sluice/guards/internal'
import type { Transfer } from '@sluice/wire'
import type { Hex } from 'viem'
import { fetchTransfers } from '../api/fetchTransfers.ts'
import { poll } from '../api/poll.ts'
import { type Head, readAccountCode, readNonce } from '../chain/reads.ts'
import { readBlockNumber, type SentTransaction } from '../chain/receipts.ts'
import { TradeError } from '../errors.ts'
import { type JournalLine, openLine } from '../journal/journalEntry.ts'
import { reportResult } from '../plan/reportResult.ts'
import type { Pass, Session } from '../plan/session.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import { readHash } from '../wallets/readHash.ts'
import { awaitOthers, type Before, isForOthers } from './awaitCosigners.ts'
import { linkOf } from './linkOf.ts'
import { rehearse } from './preflight.ts'
import { promptSend } from './promptTransaction.ts'
import { prove } from './proveTransaction.ts'
import { orderFills, skippedOrders } from './skippedOrders.ts'
import { follow } from './waitForTransaction.ts'

export type TransactionItem = Extract<CheckedItem, { kind: 'transaction' }>

/** A call that is on its way. */
export type Dispatched = { readonly sent: SentTransaction; readonly hash: Hex; readonly line: JournalLine }

/** Sends one checked call and follows it to its end (specification 4). `head` is the newest block, as far as known. */
export async function send(
  session: Session,
  pass: Pass,
  item: TransactionItem,
  head: Partial<Head>,
): Promise<void> {
  await followSent(session, pass, item, await dispatch(session, pass, item, head))
}

/**
 * Has one checked call sent by the wallet. `nonceAfter` is that of a call that is on its way already: a node may not
 * have heard of it.
 */
export async function dispatch(
  session: Session,
  pass: Pass,
  item: TransactionItem,
  head: Partial<Head>,
  nonceAfter = -1,
): Promise<Dispatched> {
  const { account, tell } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const call = withGas(item.call, session.gas)
  await rehearse(session, call, item.purpose === 'cancel' ? [] : item.orders, head)
  await ensureWallet(session, (doing) => tell({ type: `item_${doing}`, at }))
  const read = await readBefore(session, pass, head)
  const before = {
    ...read,
    nonce: read.nonce === undefined ? undefined : Math.max(read.nonce, nonceAfter + 1),
  }
  const line = await openLine(session, item, { nonceBefore: before.nonce, blockBefore: before.fromBlock })
  tell({ type: 'item_prompted', at, claims: item.claims })
  const { contract: relayed, ...rest } = before
  const sent = { account, to: call.to, data: call.data, value: call.value, relayed, ...rest }
  const answer = await promptSend(session, item, call, line, sent)
  const hash = await hashOf(session, item, answer, before)
  if (hash !== answer) await line.write('sent', { hash })
  tell({ type: 'item_sent', at, hash, ...linkOf(session, hash) })
  return { sent, hash, line }
}

/** Follows a sent call to its end: mined, proven by what it did, seen by the provider. */
export async function followSent(
  session: Session,
  pass: Pass,
  item: TransactionItem,
  { sent, hash, line }: Dispatched,
): Promise<void> {
  const { client, chain, signal, reader, listen, tell } = session
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  const alone = session.prepared.plan !== undefined
  for await (const fact of follow({ client, chain, reader, sent, hash, signal, listen, alone })) {
    if (fact.type === 'replaced') {
      await line.write('sent', { hash: fact.hash })
      tell({ type: 'item_replaced', at, hash: fact.hash, ...linkOf(session, fact.hash) })
    } else if (fact.type === 'behind') {
      tell({ type: 'item_behind', at, behind: fact.behind })
    } else if (fact.type === 'undone') {
      await line.write('replaced')
      tell({ type: 'item_undone', at })
    } else if (fact.type === 'mined') {
      const { status, blockNumber } = fact.receipt
      if (status !== 'success') await line.write('failed')
      const { hash: mined, logs } = fact.receipt
      const { purpose, orders, call } = item
      const filling = { purpose, orders: status === 'success' ? orders : [], to: call.to }
      const skipped = skippedOrders(filling, logs)
      const fills = orderFills(filling, logs)
      tell({ type: 'item_mined', at, receipt: { hash: mined, status, blockNumber }, skipped, fills })
      if (status !== 'success') continue
      if (reader !== undefined)
        await prove({ chain, reader, signal }, item, fact.receipt).catch(async (cause: unknown) => {
          if (cause instanceof TradeError && cause.code === 'effect_missing') await line.write('failed')
          throw cause
        })
      await line.write('done', { skipped, fills })
      if (reader !== undefined) tell({ type: 'item_proven', at })
    } else if (fact.type === 'unmined') {
      await line.write('sent')
      tell({ type: 'item_unmined', at })
    } else {
      await awaitTransfers(session, pass, item, fact.hash, fact.receipt !== undefined)
      const stepId = pass.plan.steps[at.stepIndex]?.id ?? ''
      reportResult(client, chain, { requestId: pass.plan.requestId ?? undefined, stepId, txHash: fact.hash })
      await line.write('done')
      tell({ type: 'item_complete', at, proof: fact.receipt === undefined ? 'none' : 'chain' })
    }
  }
}

/** What the chain said right before the prompt: where to look for the transaction if its hash gets lost. */
export async function readBefore(
  { reader, account, done }: Session,
  { accountCode }: Pass,
  { number }: Partial<Head>,
) {
  if (reader === undefined) return { nonce: undefined, fromBlock: undefined, contract: false }
  const unknown = () => undefined
  // An account may have been deployed by the transaction before.
  const same = accountCode !== undefined && done.length === 0
  const [nonce, fromBlock, code] = await Promise.all([
    readNonce(reader, account, 'pending').catch(unknown),
    number ?? readBlockNumber(reader).catch(unknown),
    same ? accountCode : readAccountCode(reader, account).catch(unknown),
  ])
  // A contract account sends nothing itself: somebody else's nonce carries its calls.
  const contract = code === 'contract'
  return { nonce: contract ? undefined : nonce, fromBlock, contract }
}

/** The hash that a wallet answered with, or that comes of what it answered in its place. */
async function hashOf(session: Session, item: TransactionItem, answer: string, before: Before): Promise<Hex> {
  const hash = readHash(answer)
  if (hash !== undefined && !before.contract) return hash
  if (await isForOthers(session, hash ?? answer, before))
    return awaitOthers(session, item, hash ?? answer, before)
  if (hash !== undefined) return hash
  session.tell({ type: 'item_answered', at: { stepIndex: item.stepIndex, itemIndex: item.itemIndex } })
  throw new TradeError('no_transaction_hash', 'Transaction hash not returned from sendTransaction method', {
    money: 'sent',
  })
}

/** Polls for the provider's transfers: where nothing else tells of them (specification 9), and where the chain has. */
const transferAttempts = { alone: 15, proven: 3 }

/**
 * After a sale the provider's transfers are waited for (specification 7). Where the chain has proven the effect, they
 * are a report of it alone: a provider that withholds them fails nothing.
 */
async function awaitTransfers(
  session: Session,
  pass: Pass,
  item: TransactionItem,
  hash: Hex,
  proven: boolean,
): Promise<void> {
  const { client, chain, signal, prepared, tell } = session
  const { action } = prepared.intent
  const isSale =
    item.purpose === 'buy' || item.purpose === 'sell' || pass.plan.steps[item.stepIndex]?.id === 'sale'
  if (!isSale || (action !== 'buy' && action !== 'sell')) return
  const transfers = await poll(
    async () => {
      const found = await fetchTransfers(client, chain, hash, signal).catch(unlessAbsent)
      return found === 'no route' ? [] : found.length > 0 ? found : undefined
    },
    {
      interval: client.pollingInterval,
      eager: client.eager,
      attempts: proven ? transferAttempts.proven : transferAttempts.alone,
      signal,
      failure: (n) => `Failed to get an ok response after ${n} attempt(s), aborting`,
    },
  ).catch((cause: unknown) => {
    signal.throwIfAborted()
    if (!proven) throw cause
    client.log.warn('The provider does not tell of transfers that the chain shows.', { hash })
    return []
  })
  tell({
    type: 'item_transfers',
    at: { stepIndex: item.stepIndex, itemIndex: item.itemIndex },
    transfers: transfers.filter(expectedOf(item, hash)),
  })
}

/**
 * Of what the provider says has moved, only what the checked call moves: of its tokens, to or from whom they were
 * to go, in its transaction. The rest may be true and is not of this trade, or is made up.
 */
function expectedOf({ effects, call }: TransactionItem, hash: Hex): (transfer: Transfer) => boolean {
  const moved = [
    ...effects.give.map((delta) => ({ ...delta, from: call.account, to: delta.counterparty })),
    ...effects.get.map((delta) => ({ ...delta, from: undefined, to: delta.counterparty ?? call.account })),
  ]
  return ({ token, from, to, txHash }) =>
    (txHash ?? hash) === hash &&
    moved.some(
      (delta) =>
        delta.contract === token?.contract &&
        (delta.tokenId === undefined || token.tokenId == null || `${delta.tokenId}` === token.tokenId) &&
        (delta.from === undefined || delta.from === from) &&
        (delta.to === undefined || delta.to === to),
    )
}

/** A provider without the route has nothing to say about transfers; the chain has said it already. */
function unlessAbsent(error: unknown): 'no route' {
  if (error instanceof TradeError && error.data.status === 404) return 'no route'
  throw error
}
