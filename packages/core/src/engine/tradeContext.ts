import type { Intent } from '@sluice/guards'
import { listenTransaction } from '../api/stream.ts'
import { createReader } from '../chain/rpc.ts'
import { type ActionContent, actionContent } from '../journal/actionContent.ts'
import {
  alreadyRunning,
  busyError,
  type DuplicateContext,
  entriesAbout,
  openOf,
} from '../journal/findDuplicates.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import type { Lock } from '../journal/lease.ts'
import { actionLock, runLock, takeLock } from '../journal/lock.ts'
import type { PlanContext } from '../plan/planContext.ts'
import { textOf } from '../property.ts'
import { contradictedRefusals } from '../recovery/refusedCalls.ts'
import type { Dispatch } from '../run/execution.ts'
import type { SignatureContext } from '../signatures/signatureContext.ts'
import type { TransactionContext } from '../transactions/transactionContext.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import { withTradeErrors } from '../wallets/walletError.ts'

/** Everything that carrying out an action needs to know of its run; each room takes the part that it declares. */
export type TradeContext = PlanContext &
  TransactionContext &
  SignatureContext & {
    /** Whether items that do not depend on each other may be pending at the same time. */
    readonly parallel?: boolean | undefined
  }

/** What a run begins with: the account is known, and the first request for a plan is on its way. */
export type TradeParameters = Pick<TradeContext, 'client' | 'chain' | 'account' | 'prepared' | 'parts'> & {
  /** What the caller passed, as it was when the run started. */
  readonly own: Pick<TradeContext, 'wallet' | 'confirm' | 'gas' | 'parallel'> & {
    readonly again?: boolean | undefined
  }
  /** The provider's first answer, not parsed yet. */
  readonly answer: Promise<unknown>
}

/** The id of a run, what stops it, and what records its events. */
export type RunHandle = {
  readonly runId: string
  readonly signal: AbortSignal
  readonly dispatch: Dispatch
}

/** What a run knows about other runs of the same action. */
export type ActionClaim = Omit<DuplicateContext, 'client' | 'runId'> & { readonly content: ActionContent }

/**
 * Makes sure that no other run carries out the same action, and finds what earlier runs of it left open. Locks that were
 * taken are added to `locks`.
 * @throws {TradeError} `busy` if the same action is running, or is open and nobody can be asked; `aborted`.
 */
export async function claimAction(
  parameters: TradeParameters,
  handle: RunHandle,
  locks: Lock[],
): Promise<ActionClaim> {
  const { own, client, chain, prepared } = parameters
  const { runId, signal } = handle
  const content = actionContent(prepared.intent, chain)
  const again = own.again === true
  const names = [runLock(runId), ...(again ? [] : [actionLock(content.whole)])]
  const taking = names.map(async (name) => {
    const lock = await takeLock(client, name, signal)
    // Nobody waits for it any more.
    if (signal.aborted) await lock?.release()
    else if (lock !== undefined) locks.push(lock)
    return lock
  })
  const [, lock] = await Promise.all(taking)
  const duplicates = again ? [] : await findDuplicates(parameters, handle, content)
  if (!again && lock === undefined) throw busyError(duplicates, alreadyRunning)
  if (duplicates.length > 0 && own.confirm === undefined) throw busyError(duplicates)
  return { again, content, duplicates, lock }
}

/**
 * Returns what other runs left open that is about the same items. A call that a wallet refused counts as open if the
 * chain contradicts the refusal; a chain that cannot be read does not.
 */
async function findDuplicates(
  { own, client, chain }: TradeParameters,
  { runId, signal }: RunHandle,
  { parts }: ActionContent,
): Promise<readonly JournalEntry[]> {
  const entries = await entriesAbout(client, parts, runId)
  const refused = entries.filter(({ kind, state }) => kind === 'transaction' && state === 'rejected')
  if (refused.length === 0 || !hasNode(own, chain)) return openOf(entries)
  const reader = createReader(client, chain, withTradeErrors(own.wallet), signal)
  const contradicted = await contradictedRefusals(client, refused, reader).catch((cause: unknown) => {
    client.log.verbose('It could not be read whether a refused transaction was sent.', {
      reason: textOf(cause),
    })
    return []
  })
  return [...openOf(entries), ...contradicted]
}

const hasNode = (
  { wallet }: TradeParameters['own'],
  { rpcUrls }: Pick<TradeParameters['chain'], 'rpcUrls'>,
): boolean => wallet.request !== undefined || rpcUrls.length > 0

/**
 * Finds out whether the chain can be read, draws salts, and returns the context of a run.
 * @throws {TradeError} `wrong_chain`, `account_changed`, `aborted`, or what the wallet refused with.
 */
export async function openTrade(
  { own, client, chain, account, prepared, parts }: TradeParameters,
  { runId, signal, dispatch }: RunHandle,
  claim: ActionClaim,
): Promise<TradeContext> {
  const wallet = withTradeErrors(own.wallet)
  const reader = hasNode(own, chain) ? createReader(client, chain, wallet, signal) : undefined
  const isReachable = () => reader?.reachable() ?? false
  // A chain that only the wallet's node knows can be read once the wallet is on it.
  if (wallet.request !== undefined && !(await isReachable()))
    await ensureWallet({ wallet, chain, account, signal })
  const { again, content, duplicates, lock } = claim
  return {
    again,
    content,
    duplicates,
    lock,
    runId,
    signal,
    client,
    chain,
    wallet,
    account,
    prepared,
    confirm: own.confirm,
    gas: own.gas,
    parallel: own.parallel,
    parts,
    reader: (await isReachable()) ? reader : undefined,
    salts: drawSalts(ownOrderCount(prepared.intent)),
    done: [],
    prompts: new Map(),
    dispatch,
    listen: (hash, onMessage) => listenTransaction(client, chain, hash, onMessage),
  }
}

/** Returns how many orders of our own an action may need. */
function ownOrderCount(intent: Intent): number {
  if (intent.action === 'list') return intent.listings.length
  if (intent.action === 'bid') return intent.bids.length
  // Our unsigned side of a match is an order too, and Seaport fills no order twice.
  return intent.action === 'buy' || intent.action === 'sell' ? 1 : 0
}

const drawSalts = (count: number): readonly bigint[] =>
  Array.from({ length: count }, () =>
    globalThis.crypto
      .getRandomValues(new BigUint64Array(4))
      .reduce((value, quarter) => (value << 64n) | quarter, 0n),
  )
