import { callDigest } from '@sluice/guards/internal'
import type { Hex } from 'viem'
import type { WorldOrder } from '../chainActions.ts'
import { chainId } from '../chainId.ts'
import { branchOf, type Transaction, type WorldBlock } from '../chainModel.ts'
import type { World } from '../world.ts'
import { actionOfCall } from './actionOfCall.ts'
import type { Attempt, Page } from './model.ts'
import { journalOf } from './page.ts'
import { isEffect, isFirst, isPreparation, isSignedFor, mostPaid } from './wants.ts'

type Find = (what: string) => void
const short = (hash: string | undefined): string => String(hash).slice(0, 10)

/** What the chain holds of the wallets' transactions, and what it held before a reorganization took it back. */
type History = {
  readonly tip: WorldBlock
  readonly mined: readonly Transaction[]
  /** The number of the block that holds a transaction. */
  blockOf(hash: Hex): number | undefined
  /** Whether a block that was taken back held a transaction with this outcome. */
  tookBack(hash: Hex, succeeded: boolean): boolean
  /** Whether a block was taken back. */
  isGone(block: WorldBlock | undefined): boolean
}

function historyOf(chain: World['chain']): History {
  const tip = chain.tip()
  const branch = branchOf(tip)
  const standing = new Set(branch)
  const gone = new Set<string>()
  for (const block of chain.allBlocks())
    if (!standing.has(block))
      for (const { hash, succeeded, action } of block.transactions)
        if (action.call !== undefined) gone.add(`${hash} ${succeeded}`)
  const blocks = new Map(
    branch.flatMap(({ number, transactions }) => transactions.map(({ hash }) => [hash, number])),
  )
  return {
    tip,
    blockOf: (hash) => blocks.get(hash),
    mined: branch.flatMap(({ transactions }) => transactions),
    tookBack: (hash, succeeded) => gone.has(`${hash} ${succeeded}`),
    isGone: (block) => block !== undefined && !standing.has(block),
  }
}

/** Whether the order that the user wants to end can no longer be filled. */
const hasEnded = ({ state }: WorldBlock, { id, maker, counter }: WorldOrder): boolean =>
  state.cancelled.has(id) || state.filled.has(id) || (state.counters.get(maker) ?? 0n) !== counter

/** One attempt of a page, and what the chain holds of it. */
type Case = {
  readonly page: Page
  readonly index: number
  readonly attempt: Attempt
  readonly world: World
  readonly past: History
  /** Hashes of what the wallet sent for it, and those transactions that a block holds. */
  readonly hashes: ReadonlySet<Hex>
  readonly own: readonly Transaction[]
  readonly say: Find
}

function caseOf(page: Page, index: number, attempt: Attempt, world: World, past: History, find: Find): Case {
  const { wallet, place } = page
  const hashes = new Set(wallet.sent.flatMap((one) => (one.attempt === index ? [one.call.hash] : [])))
  const own = past.mined.filter(({ hash }) => hashes.has(hash))
  const say: Find = (what) => find(`page ${place}, ${attempt.want.do} ${index}: ${what}`)
  return { page, index, attempt, world, past, hashes, own, say }
}

/** Only what the user wants was sent and signed, once. */
function checkPrompts({ page, index, attempt, world, hashes, own, say }: Case): void {
  const { wallet } = page
  const { want } = attempt
  for (const { action, hash } of own)
    if (action.do !== 'fail' && !isEffect(want, action) && !isPreparation(want, action))
      say(`${short(hash)} is something else: ${action.do}`)
  for (const { call } of wallet.sent) {
    if (!hashes.has(call.hash)) continue
    const action = actionOfCall(call, world.orders)
    if (call.value > mostPaid(want, action)) say(`${short(call.hash)} pays ${call.value}`)
    if (action.do === 'fail') say(`${short(call.hash)} is a call that nobody asked for`)
  }
  const kinds = own.map(({ action }) => action.do)
  if (new Set(kinds).size !== kinds.length) say(`was sent twice: ${kinds}`)
  const signed = wallet.signed.filter((one) => one.attempt === index)
  for (const { order } of signed)
    if (!isSignedFor(want, order, wallet.account))
      say(`${short(order.id)} is signed, and nobody asked for it`)
  if (signed.length > 1) say(`was signed ${signed.length} times`)
}

/** What the client told agrees with the chain. */
function checkOutcome({ page, index, attempt, world, past, hashes, own, say }: Case): void {
  const { wallet, machine } = page
  const { machine: asker, want, run } = attempt
  const isShown = own.some(({ action, succeeded }) => succeeded && isEffect(want, action))
  const isMined = own.some(({ succeeded }) => succeeded)
  const wasMined = (succeeded: boolean): boolean => [...hashes].some((hash) => past.tookBack(hash, succeeded))
  const { status, money, error } = run.execution
  if (error?.code === 'unexpected') say(`ended with ${String(error.cause)}`)
  if (status === 'complete') {
    if (want.do === 'list' || want.do === 'bid') {
      const isStored = wallet.signed.some(
        ({ order }) => isSignedFor(want, order, wallet.account) && world.acknowledged.has(order.id),
      )
      if (!isStored) say('is complete, and no provider stored the order')
    } else if (want.do === 'cancel') {
      if (!hasEnded(past.tip, want.order) && !past.isGone(attempt.shownBy))
        say('is complete, and the order stands')
    } else if (!isShown && !past.isGone(attempt.shownBy)) say('is complete, and the chain does not show it')
  }
  if (asker !== machine || asker.isDead) return
  if (status === 'planning' || status === 'running') {
    if (!wallet.unanswered.has(index)) say(`is still ${status}`)
    return
  }
  if (money === 'untouched' && own.length > 0)
    say(`is told as untouched, and ${short(own[0]?.hash)} is mined`)
  if (money === 'gas_only' && isMined && !wasMined(false))
    say('is told as failed, and the chain shows a success')
  if (money === 'spent' && !isMined && !wasMined(true))
    say('is told as spent, and the chain does not show it')
}

/** What the journal says of each prompt agrees with the chain. */
function checkJournal(page: Page, past: History, find: Find): void {
  const { attempts, machine, wallet, place } = page
  const mined = past.mined.filter(({ action }) => action.call?.from === wallet.account)
  const entries = journalOf(page).filter(({ kind }) => kind === 'transaction')
  const byHash = new Map<string | undefined, Transaction>(mined.map((one) => [one.hash, one]))
  const claimed = new Set(entries.flatMap(({ state, hash }) => (state === 'done' ? [hash] : [])))
  // The page waits for its wallet, which sent a transaction and never answers.
  const waiting = new Set(
    attempts.flatMap(({ machine: asker, run }, index) =>
      asker === machine && !asker.isDead && wallet.unanswered.has(index) ? [run.execution.id] : [],
    ),
  )
  for (const { run, state, hash, digest, purpose, nonceBefore, blockBefore = 0 } of entries) {
    if (state === 'prompting' && waiting.has(run)) continue
    const say = (what: string): void => find(`page ${place}: the ${purpose} ${short(digest)} ${what}`)
    if (state === 'done') {
      if (byHash.get(hash)?.succeeded !== true && !past.tookBack(hash as Hex, true))
        say(`is done by ${short(hash)}, which no block holds`)
      continue
    }
    const effect = mined.find(({ action: { call }, succeeded, hash: other }) => {
      if (call === undefined || !succeeded || claimed.has(other) || past.tookBack(other, false)) return false
      return callDigest(chainId, call.to, call.value, call.data) === digest
    })
    if (effect === undefined) continue
    // No node told the nonce, and a reorganization put it below the block of its prompt: it may be of an earlier call.
    const isHidden = nonceBefore === undefined && (past.blockOf(effect.hash) ?? 0) <= blockBefore
    if (state !== 'unknown' || !isHidden) say(`is ${state}, and the chain shows it in ${short(effect.hash)}`)
  }
}

/** What is wrong with what the pages told, and with what their wallets sent and signed. */
export function checkPages(world: World): readonly string[] {
  const found: string[] = []
  const find: Find = (what) => void found.push(what)
  const past = historyOf(world.chain)
  for (const page of world.pages) {
    for (const [index, attempt] of page.attempts.entries()) {
      const one = caseOf(page, index, attempt, world, past, find)
      checkPrompts(one)
      checkOutcome(one)
    }
    const sent = past.mined.flatMap(({ action }) =>
      action.do === 'transfer' && action.call?.from === page.wallet.account && isFirst(action.tokenId)
        ? [`${action.tokenId} to ${action.to}`]
        : [],
    )
    // A page never gets back a token that it began with. Each transfer counts, also one that the chain reverted.
    for (const transfer of new Set(sent)) {
      const count = sent.filter((one) => one === transfer).length
      if (count > 1) find(`page ${page.place}: ${transfer} was sent ${count} times`)
    }
    checkJournal(page, past, find)
  }
  return found
}
