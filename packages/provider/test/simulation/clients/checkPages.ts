import { callDigest } from '@sluice/guards/internal'
import type { JournalEntry } from '../../../../core/src/journal/journalEntry.ts'
import type { Action } from '../chainActions.ts'
import { branchOf, type Transaction } from '../chainModel.ts'
import { chainId } from '../providerProcess.ts'
import type { World } from '../world.ts'
import type { Attempt, Page, Want } from './model.ts'
import { journalOf } from './page.ts'

type Find = (what: string) => void
const short = (hash: string | undefined): string => String(hash).slice(0, 10)

/** Whether a transaction does what its user wants. */
function isWanted(want: Want, action: Action): boolean {
  if (want.do === 'transfer')
    return action.do === 'transfer' && action.tokenId === want.tokenId && action.to === want.to
  return action.do === 'fill' && action.order.id === want.order.id
}
const priceOf = (want: Want): bigint => (want.do === 'fill' ? want.order.price : 0n)

/** What a client told of one attempt agrees with the chain. @param own its transactions that a block holds. */
function checkAttempt(
  { wallet: { unanswered }, machine, place }: Page,
  index: number,
  { machine: shownBy, want, run }: Attempt,
  own: readonly Transaction[],
  find: Find,
): void {
  const say = (what: string): void => find(`page ${place}, ${want.do} ${index}: ${what}`)
  for (const { action, hash } of own) if (!isWanted(want, action)) say(`${short(hash)} is something else`)
  if (own.length > 1) say(`was sent ${own.length} times`)
  const done = own.filter(({ succeeded }) => succeeded).length
  const { status, money, error } = run.execution
  if (error?.code === 'unexpected') say(`ended with ${String(error.cause)}`)
  if (status === 'complete' && done !== 1) say(`is complete, and the chain shows ${done}`)
  if (shownBy !== machine || shownBy.isDead) return
  if (status === 'planning' || status === 'running') {
    if (!unanswered.has(index)) say(`is still ${status}`)
    return
  }
  if (money === 'untouched' && own.length > 0)
    say(`is told as untouched, and ${short(own[0]?.hash)} is mined`)
  if (money === 'gas_only' && done > 0) say('is told as failed, and the chain shows it')
  if (money === 'spent' && done === 0) say('is told as spent, and the chain does not show it')
}

/** What the journal says of each prompt agrees with the chain. */
function checkJournal(page: Page, mined: readonly Transaction[], find: Find): void {
  const entries: readonly JournalEntry[] = journalOf(page)
  const byHash = new Map(mined.map((one) => [one.hash, one]))
  const claimed = new Set(entries.flatMap(({ state, hash }) => (state === 'done' ? [hash] : [])))
  const { attempts, machine, wallet } = page
  // The page waits for its wallet, which sent a transaction and never answers.
  const waiting = new Set(
    attempts.flatMap(({ machine: shownBy, run }, index) =>
      shownBy === machine && !shownBy.isDead && wallet.unanswered.has(index) ? [run.execution.id] : [],
    ),
  )
  for (const { run, state, hash, digest, purpose } of entries) {
    if (state === 'prompting' && waiting.has(run)) continue
    const say = (what: string): void => find(`page ${page.place}: the ${purpose} ${short(digest)} ${what}`)
    if (state === 'done') {
      if (byHash.get(hash as Transaction['hash'])?.succeeded !== true)
        say(`is done by ${short(hash)}, which no block holds`)
      continue
    }
    const effect = mined.find(({ action: { call }, succeeded, hash: other }) => {
      if (call === undefined || !succeeded || claimed.has(other)) return false
      return callDigest(chainId, call.to, call.value, call.data) === digest
    })
    if (effect !== undefined) say(`is ${state}, and the chain shows it in ${short(effect.hash)}`)
  }
}

/** What is wrong with what the pages told, and with what their wallets sent. */
export function checkPages({ pages, chain }: World): readonly string[] {
  const found: string[] = []
  const find: Find = (what) => void found.push(what)
  const all = branchOf(chain.tip()).flatMap(({ transactions }) => transactions)
  for (const page of pages) {
    const { wallet, attempts } = page
    const attemptOf = new Map(wallet.sent.map(({ call, attempt }) => [call.hash, attempt]))
    const mined = all.filter(({ action }) => action.call?.from === wallet.account)
    for (const [index, attempt] of attempts.entries())
      checkAttempt(
        page,
        index,
        attempt,
        mined.filter(({ hash }) => attemptOf.get(hash) === index),
        find,
      )
    const tokens = mined.flatMap(({ action }) => (action.do === 'transfer' ? [action.tokenId] : []))
    for (const tokenId of new Set(tokens)) {
      const count = tokens.filter((one) => one === tokenId).length
      if (count > 1) find(`page ${page.place}: ${tokenId} was sent ${count} times`)
    }
    for (const { call, attempt } of wallet.sent) {
      const want = attempts[attempt]?.want
      if (want === undefined || call.value > priceOf(want)) find(`${short(call.hash)} pays ${call.value}`)
    }
    checkJournal(page, mined, find)
  }
  return found
}
