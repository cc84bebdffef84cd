'use client'

import { type Chain, chainOf, type Execution, type ExecutionItem } from '@sluice/core'
import type { ReactNode } from 'react'
import { useMessages } from '../hooks/useMessages.ts'
import { isUnderWay } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages } from '../locales/messages.ts'
import { Icon } from '../primitives/Icon.tsx'
import { ExternalLink } from '../primitives/Note.tsx'

type Purpose = NonNullable<ExecutionItem['purpose']>
type Shown = Pick<ExecutionItem, 'status' | 'phase' | 'effects' | 'overdue' | 'behind' | 'explorerUrl'> & {
  readonly key: string
  readonly purpose: Purpose
  readonly money?: ExecutionItem['money']
}

/**
 * What a run does, step by step, in the kit's own sentences. Texts of the provider are never shown.
 *
 * @param execution The snapshot of the run.
 * @example
 * if (flow.status === 'running') return <StepList execution={flow.execution} />
 */
export function StepList(props: {
  readonly execution: Execution
  /** The run that had to come first: its steps come first, too. */
  readonly before?: Execution | undefined
  /** What another run does after this one. */
  readonly followedBy?: Purpose | undefined
}): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const { execution, before, followedBy } = props
  const chain = chainOf(client, execution.chainId)
  const { blockTime } = chain
  const own = shownItems(execution)
  const items: readonly Shown[] = [
    ...(before === undefined ? [] : shownItems(before)).map((item) => ({
      ...item,
      key: `before:${item.key}`,
    })),
    ...own,
    ...(followedBy === undefined || own.length === 0
      ? []
      : [{ key: 'next', purpose: followedBy, status: 'incomplete', phase: 'waiting' } as const]),
  ]
  if (own.length === 0 && !isUnderWay(execution)) return null
  const done = items.filter(({ status }) => status === 'complete').length
  const current = items.find(({ status }) => status === 'incomplete')
  const preparing = (
    <>
      <span className="sluice-spinner" aria-hidden="true" />
      {messages.steps.preparing}
    </>
  )
  return (
    <>
      {own.length === 0 ? null : (
        <ol className="sluice-steps" aria-label={messages.steps.label}>
          {items.map((item) => (
            <li key={item.key} data-phase={item.phase} aria-current={item === current ? 'step' : undefined}>
              <span className="sluice-step-sign">
                <StepSign phase={item.phase} />
              </span>
              <span className="sluice-step-text">
                <span className="sluice-step-title">{wordsOf(item, messages.steps).title}</span>
                <span className="sluice-step-phase">
                  {item.phase === 'prompted'
                    ? wordsOf(item, messages.steps).wallet
                    : phaseOf(item, messages.steps, chain)}
                </span>
                {item.phase === 'sent' && blockTime !== undefined ? (
                  <span className="sluice-step-phase">
                    {messages.steps.pace(inSeconds(blockTime, messages.locale))}
                  </span>
                ) : null}
                {item.overdue ? <span className="sluice-step-phase">{messages.steps.overdue}</span> : null}
                {item.behind ? <span className="sluice-step-phase">{messages.steps.behind}</span> : null}
                {item.explorerUrl === undefined ? null : (
                  <ExternalLink href={item.explorerUrl}>{messages.steps.explorer}</ExternalLink>
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      <p className={own.length === 0 ? 'sluice-preparing' : 'sluice-hidden'} role="status">
        {own.length === 0
          ? preparing
          : current === undefined
            ? messages.steps.progress(done, items.length)
            : messages.steps.current(
                wordsOf(current, messages.steps).title,
                phaseOf(current, messages.steps, chain),
                messages.steps.progress(done, items.length),
              )}
      </p>
    </>
  )
}

/** What a step is called. A purchase that fills no order mints, and one signature may be for several listings. */
function wordsOf({ purpose, effects }: Shown, { purposes, mint, signListings }: Messages['steps']) {
  if (purpose === 'buy' && effects !== undefined && effects.trades === undefined) return mint
  const isSeveral = purpose === 'sign-listing' && (effects?.trades?.length ?? 0) > 1
  return isSeveral ? { ...purposes[purpose], title: signListings } : purposes[purpose]
}

/** How a step stands. One that cost gas was stopped by the chain. */
const phaseOf = (
  { phase, money }: Shown,
  { phases, failedOnChain }: Messages['steps'],
  { name, id }: Pick<Chain, 'name' | 'id'>,
): string =>
  phase === 'failed' && money === 'gas_only'
    ? failedOnChain
    : phases[phase].replace('{chain}', () => name).replace('{id}', String(id))

/**
 * What a run does now, in words: its step, how the step stands, and the transaction of it or of the step before. The
 * step is absent while there is no checked plan, and where it is the only one.
 */
export function presentStep(
  execution: Execution,
  { steps }: Pick<Messages, 'steps'>,
  chain: Pick<Chain, 'name' | 'id'>,
): { readonly step: string | undefined; readonly state: string; readonly url: string | undefined } {
  const items = shownItems(execution)
  const current = items.find(({ status }) => status === 'incomplete')
  const url = items.findLast(({ explorerUrl }) => explorerUrl !== undefined)?.explorerUrl
  if (current === undefined) return { step: undefined, state: steps.preparing, url }
  const state = current.overdue === true ? steps.overdue : phaseOf(current, steps, chain)
  return { step: items.length === 1 ? undefined : wordsOf(current, steps).title, state, url }
}

/** How many steps a run and the one before it show. */
export const stepsIn = (execution: Execution, before: Execution | undefined): number =>
  shownItems(execution).length + (before === undefined ? 0 : shownItems(before).length)

/** Milliseconds as text in seconds, in the language of the page. */
const inSeconds = (milliseconds: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(milliseconds / 1_000)

/** Items that the guards checked. An item that proved to be unnecessary has no purpose and is left out. */
function shownItems(execution: Execution): readonly Shown[] {
  return execution.steps.flatMap((step, stepIndex) =>
    step.items.flatMap((item, itemIndex) =>
      item.purpose === undefined
        ? []
        : [{ ...item, purpose: item.purpose, key: `${step.id}:${stepIndex}:${itemIndex}` }],
    ),
  )
}

function StepSign({ phase }: { readonly phase: ExecutionItem['phase'] }): ReactNode {
  if (phase === 'complete') return <Icon name="check" />
  if (phase === 'failed') return <Icon name="stop" />
  if (phase === 'waiting') return <span className="sluice-dot" />
  return <span className="sluice-spinner" />
}
