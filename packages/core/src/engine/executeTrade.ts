import type { CheckedItem, Intent } from '@sluice/guards'
import type { ItemIndex } from '@sluice/guards/internal'
import type { listenTransaction } from '../api/stream.ts'
import { createReader } from '../chain/rpc.ts'
import { notLoaded, TradeError } from '../errors.ts'
import { type Content, contentOf } from '../journal/actionContent.ts'
import { busy, openRepeats, underWay } from '../journal/findDuplicates.ts'
import { contentLock, type Lock, runLock, takeLock } from '../journal/lock.ts'
import { receiverBehind } from '../plan/badReceiver.ts'
import { refreshTokens, reportFailure } from '../plan/reportResult.ts'
import { requestPlan } from '../plan/requestPlan.ts'
import { review, reviewGas } from '../plan/review.ts'
import { isStale, keyOf, type Pass, type Session } from '../plan/session.ts'
import { textOf } from '../property.ts'
import { agreedOf } from '../run/agreed.ts'
import { ItemFailure } from '../run/itemError.ts'
import type { Batch } from '../transactions/sendBatch.ts'
import { send } from '../transactions/sendTransaction.ts'
import { unlessAborted } from '../wait.ts'
import { ensureWallet } from '../wallets/ensureWallet.ts'
import { readable } from '../wallets/walletError.ts'
import { awaitData, awaitWhole } from './awaitPlan.ts'

/** What a run begins with: the account is known, and the first question is on its way. */
export type TradeParameters = Pick<Session, 'client' | 'chain' | 'account' | 'prepared' | 'engine'> & {
  /** What the caller gave, as it was then. */
  readonly own: Pick<Session, 'wallet' | 'confirm' | 'gas' | 'parallel'> & {
    readonly again?: boolean | undefined
  }
  /** The provider's first answer, unread. */
  readonly answer: Promise<unknown>
}

/** What a run is called, what stops it, and what takes down what happens in it. */
type Running = Pick<Session, 'runId' | 'signal' | 'tell'>

/**
 * Asks for the plan, judges it, and walks it: the first incomplete item, until none is left (specification
 * 4). One prompt at a time.
 */
export async function executeTrade(parameters: TradeParameters, running: Running): Promise<void> {
  const { client, chain, account, prepared } = parameters
  const { tell } = running
  const locks: Lock[] = []
  try {
    tell({ type: 'account_read', account, agreed: agreedOf(prepared.intent) })
    // First of all: by the time the provider has answered, the same action may have ended.
    const alone = await stand(parameters, running, locks)
    const answer = await parameters.answer.catch(async (cause: unknown) => {
      running.signal.throwIfAborted()
      throw (await receiverBehind(parameters, running.signal).catch(() => undefined)) ?? cause
    })
    const session = { ...(await open(parameters, running)), ...alone }
    const waiting = { reads: 0 }
    let pass = await session.engine.judgePlan(session, await awaitWhole(session, answer, waiting))
    /** Until the wallet says of one that it cannot carry it out after all. */
    let batches = true
    /** What was shown for a batch that was not carried out. */
    let agreed: ReadonlySet<CheckedItem> = new Set()
    for (let at = nextOpen(pass); at !== undefined; at = nextOpen(pass)) {
      const items = pass.verdict.items.filter((item) => keyOf(item) === keyOf(at as ItemIndex))
      if (items.length === 0) {
        pass = await judgeData(session, at, waiting)
        continue
      }
      waiting.reads = 0
      const batch = batches ? await batched(session, pass) : undefined
      if (batch !== undefined) {
        const became = await performBatch(session, pass, batch)
        if (became === 'stale') pass = await askAgain(session)
        else if (became === 'done') for (const item of batch.items) pass.finished.add(keyOf(item))
        else {
          batches = false
          agreed = batch.sponsored ? new Set() : new Set(batch.items)
        }
        continue
      }
      const together = await independent(session, pass)
      if (together !== undefined) {
        if (await together.performTogether(session, pass, together.items))
          for (const item of together.items) pass.finished.add(keyOf(item))
        else pass = await askAgain(session)
        continue
      }
      let again = false
      for (const item of items) {
        again = (await perform(session, pass, item, agreed.has(item))) === 'stale'
        if (again) break
      }
      if (again) pass = await askAgain(session)
      else pass.finished.add(keyOf(at))
    }
  } catch (error) {
    const cause = error instanceof ItemFailure ? error.error : error
    if (cause instanceof TradeError) refreshTokens(client, chain, prepared, cause)
    throw error
  } finally {
    const released = Promise.all(locks.map(({ release }) => release()))
    await unlessAborted(released, running.signal).catch(() => undefined)
  }
}

/**
 * Makes sure that the action is the only one of its content, and finds what earlier runs of the same left open.
 * @throws {TradeError} `busy` where the same is under way, or is open and nobody can be asked.
 */
async function stand(
  { own, client, chain, prepared }: TradeParameters,
  { runId, signal }: Running,
  locks: Lock[],
): Promise<Pick<Session, 'again' | 'content' | 'repeats' | 'lock'>> {
  const content: Content = contentOf(prepared.intent, chain)
  const again = own.again === true
  const taking = [runLock(runId), ...(again ? [] : [contentLock(content.whole)])].map(async (name) => {
    const lock = await takeLock(client, name, signal)
    // Nobody waits for it any more.
    if (signal.aborted) await lock?.release()
    else if (lock !== undefined) locks.push(lock)
    return lock
  })
  const [, lock] = await unlessAborted(Promise.all(taking), signal)
  const repeats = again ? [] : await unlessAborted(openRepeats(client, content.parts, runId), signal)
  if (!again && lock === undefined) throw busy(repeats, underWay)
  if (repeats.length > 0 && own.confirm === undefined) throw busy(repeats)
  return { again, content, repeats, lock }
}

/** A plan that became too old is asked for and judged anew. */
async function askAgain(session: Session): Promise<Pass> {
  const { client, chain, prepared, signal } = session
  return session.engine.judgePlan(session, await requestPlan(client, chain, prepared, signal))
}

/** What can go in one prompt. Most wallets cannot batch, so that it is loaded for those that may. */
async function batched(session: Session, pass: Pass): Promise<Batch | undefined> {
  const { wallet } = session
  const least = wallet.sponsored === true ? 1 : 2
  if (wallet.capabilities === undefined || pass.verdict.items.length < least) return undefined
  const module = await import('../transactions/sendBatch.ts').catch(() => undefined)
  return module?.batchOf(session, pass)
}

/** What need not wait for each other, where the caller asked for it. Loaded for those who do. */
async function independent(session: Session, pass: Pass) {
  if (session.parallel !== true) return undefined
  const module = await import('./parallel.ts').catch(() => undefined)
  const items = module?.independentItems(session, pass) ?? []
  return module === undefined || items.length < 2 ? undefined : { ...module, items }
}

/**
 * Checked calls in one prompt: each was shown before. Answers what became of them: `unsupported` where the wallet cannot
 * carry them out together after all.
 */
async function performBatch(
  session: Session,
  pass: Pass,
  { items, sponsored }: Batch,
): Promise<'done' | 'stale' | 'unsupported'> {
  const [first] = items
  try {
    for (const item of items) await review(session, pass, item, sponsored)
    const head = first === undefined ? {} : await reviewGas(session, pass, first)
    if (isStale(session, pass)) return 'stale'
    await pass.renew()
    const { sendBatch } = await import('../transactions/sendBatch.ts')
    if ((await sendBatch(session, pass, items, head)) === 'unsupported') return 'unsupported'
    session.done.push(...items)
    return 'done'
  } catch (error) {
    const cause = error instanceof ItemFailure ? error.error : error
    if (!(cause instanceof TradeError) || first === undefined) throw error
    const at = error instanceof ItemFailure ? error.at : first
    reportFailure(session, pass, at, cause)
    throw new ItemFailure(cause, { stepIndex: at.stepIndex, itemIndex: at.itemIndex })
  }
}

/** Finds out whether the chain can be read, and draws what orders of our own need. */
async function open(
  { own, client, chain, account, prepared, engine }: TradeParameters,
  { runId, signal, tell }: Running,
): Promise<Omit<Session, 'again' | 'content' | 'repeats' | 'lock'>> {
  const wallet = readable(own.wallet)
  const any = wallet.request !== undefined || chain.rpcUrls.length > 0
  const reader = any ? createReader(client, chain, wallet, signal) : undefined
  const reachable = () => reader?.reachable() ?? false
  // A chain that only the wallet's node knows can be read once the wallet is on it.
  if (wallet.request !== undefined && !(await reachable()))
    await ensureWallet({ wallet, chain, account, signal })
  return {
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
    engine,
    reader: (await reachable()) ? reader : undefined,
    salts: drawSalts(ordersOf(prepared.intent)),
    done: [],
    tell,
    listen: (hash, news) => listenLater(client, chain, hash, news),
  }
}

/** Orders of our own that an action may need. */
function ordersOf(intent: Intent): number {
  if (intent.action === 'list') return intent.listings.length
  if (intent.action === 'bid') return intent.bids.length
  // Our unsigned side of a match is an order too, and Seaport fills none twice.
  return intent.action === 'buy' || intent.action === 'sell' ? 1 : 0
}

/** Random salts for orders of our own: drawn before anything is judged, so that every answer is judged alike. */
export const drawSalts = (count: number): readonly bigint[] =>
  Array.from({ length: count }, () =>
    globalThis.crypto
      .getRandomValues(new BigUint64Array(4))
      .reduce((value, quarter) => (value << 64n) | quarter, 0n),
  )

/** Listens once the listening has been loaded. Without it the provider is asked, as the specification says. */
const listenLater: typeof listenTransaction = (client, chain, hash, news) => {
  const control = new AbortController()
  import('../api/stream.ts').then(
    ({ listenTransaction: listen }) => {
      if (control.signal.aborted) return
      control.signal.addEventListener('abort', listen(client, chain, hash, news), { once: true })
    },
    (cause: unknown) => client.log.verbose('Push could not be loaded.', { reason: textOf(cause) }),
  )
  return () => control.abort('over')
}

/** The first incomplete item of the plan. */
function nextOpen({ plan, finished }: Pass): ItemIndex | undefined {
  for (const [stepIndex, step] of plan.steps.entries())
    for (const [itemIndex, item] of (step.items ?? []).entries())
      if (item.status === 'incomplete' && !finished.has(keyOf({ stepIndex, itemIndex })))
        return { stepIndex, itemIndex }
  return undefined
}

/** Asks the same again until the item has data or is complete. Each answer that has is a new plan and is judged as one. */
const judgeData = async (session: Session, at: ItemIndex, waiting: { reads: number }): Promise<Pass> =>
  session.engine.judgePlan(session, await awaitData(session, at, waiting))

/**
 * One checked item: shown, prompted and followed to its end. What fails is marked, and reported. Answers `stale`,
 * with nothing prompted, when its plan has become too old while its card was read. What was `agreed` to already is not
 * shown again.
 */
async function perform(
  session: Session,
  pass: Pass,
  item: CheckedItem,
  agreed: boolean,
): Promise<'done' | 'stale'> {
  const at = { stepIndex: item.stepIndex, itemIndex: item.itemIndex }
  try {
    if (!agreed) await review(session, pass, item)
    const head = item.kind === 'transaction' ? await reviewGas(session, pass, item) : {}
    if (isStale(session, pass)) return 'stale'
    await pass.renew()
    if (item.kind === 'transaction') await send(session, pass, item, head)
    else await (await loadSign())(session, item)
    session.done.push(item)
    return 'done'
  } catch (cause) {
    if (!(cause instanceof TradeError)) throw cause
    reportFailure(session, pass, at, cause)
    throw new ItemFailure(cause, at)
  }
}

/** Signing is loaded when something is to be signed. */
const loadSign = () =>
  import('../signatures/signOrder.ts').then(
    ({ sign }) => sign,
    (cause: unknown) => {
      throw notLoaded(cause)
    },
  )
