import { chainOf, type Execution, progressOf } from '@sluice/core'
import type { ReactNode } from 'react'
import type { ReviewingFlow } from '../flows/flow.ts'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { TitledMessage } from '../locales/messages.ts'
import { Icon } from '../primitives/Icon.tsx'
import { Note } from '../primitives/Note.tsx'
import { isMoney, isNft } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { priceText } from '../values/Price.tsx'
import { itemsOf } from './itemsOf.ts'
import { lostTokens } from './lostTokens.ts'
import { receiptOf } from './receiptOf.ts'

/** Whether the checked calls of a purchase bring fewer units than were agreed: the plan leaves something out. */
export function bringsLess(execution: Execution): boolean {
  const { action, agreed } = execution
  const items = itemsOf(execution)
  if (action !== 'buy' || items.some(({ effects }) => effects === undefined)) return false
  const tokens = items.flatMap(({ effects }) => effects?.get ?? []).filter(isNft)
  const units = agreed.reduce((sum, one) => sum + one.units, 0)
  return tokens.reduce((sum, { amount }) => sum + amount, 0n) < BigInt(units)
}

/** What is bought of a purchase that brings less than was agreed, and what is not. */
export function LessNote(props: { readonly flow: ReviewingFlow; readonly names: TokenNames }): ReactNode {
  const { client, formats } = useKit()
  const messages = useMessages()
  const { execution, review } = props.flow
  const { agreed, chainId } = execution
  const { give, get } = review.verdict.effects
  const lost = useLost(execution, props.names, get)
  const chain = chainOf(client, chainId)
  const units = get.filter(isNft).reduce((sum, { amount }) => sum + amount, 0n)
  const total = agreed.reduce((sum, one) => sum + one.units, 0)
  const sums = give
    .filter(isMoney)
    .map(({ contract, amount }) => priceText(moneyIn(chain, contract, amount), messages.locale, formats))
  return (
    <Note kind="warning">
      <p>
        {lost ?? messages.invalid.some_gone} {messages.cart.left(Number(units), total, sums.join(' + '))}
      </p>
    </Note>
  )
}

/** Which tokens a purchase does not bring, in a sentence; `undefined` unless they are known. */
function useLost(
  execution: Execution,
  names: TokenNames,
  brought: Parameters<typeof lostTokens>[2],
): string | undefined {
  const messages = useMessages()
  const lost = lostTokens(execution, names, brought)
  if (lost === undefined) return undefined
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' }).format(lost)
  return messages.cart.lost(list, lost.length)
}

/** How much of a complete run was done, and whether it was less than was agreed. */
export function partOf(execution: Execution) {
  const skipped = itemsOf(execution).some((item) => item.skipped !== undefined && item.skipped.length > 0)
  const { items } = progressOf(execution)
  const done = items.reduce((sum, item) => sum + item.done, 0)
  const total = items.reduce((sum, item) => sum + item.units, 0)
  const isCutShort = done < total && (skipped || items.some(({ state }) => state === 'partial'))
  return { done, total, isCutShort, isPart: isCutShort || items.some(({ state }) => state === 'open') }
}

/** The outcome of a complete run: all of it, or how much if orders were gone, before the plan or when it was mined. */
export function CompleteRun(props: {
  readonly execution: Execution
  readonly complete: TitledMessage
  readonly names: TokenNames
}): ReactNode {
  const messages = useMessages()
  const lost = useLost(props.execution, props.names, receiptOf(props.execution).tokens)
  const { execution, complete } = props
  const { action } = execution
  const { done, total, isCutShort, isPart } = partOf(execution)
  return (
    <>
      <span className="sluice-complete-sign" data-part={isPart}>
        <Icon name={isPart ? 'alert' : 'check'} />
      </span>
      <strong>
        {isPart && action !== 'announce' ? messages.progress.done[action](done, total) : complete.title}
      </strong>
      <p>
        {isPart
          ? (lost ?? messages.progress.rest[isCutShort ? 'gone' : 'open'])
          : execution.proof === 'none'
            ? messages.steps.unproven
            : complete.body}
      </p>
    </>
  )
}
