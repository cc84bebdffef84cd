'use client'

import { type Chain, type ReviewCard, type Verdict, verdictReport } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import type { AskCode, FindingFamily } from '../locales/codes.ts'
import { CopyButton } from '../primitives/CopyButton.tsx'
import { Price } from '../values/Price.tsx'
import { Sentence } from '../values/Sentence.tsx'

/** What the guards found, in sentences, with the codes for a report. */
export function Findings(props: {
  readonly card: ReviewCard
  readonly verdict: Verdict
  readonly chain: Chain
}): ReactNode {
  const messages = useMessages()
  const { findings } = props.card
  if (findings.length === 0) return null
  const { asks, findings: families } = messages.review
  // A question has a sentence of its own. What blocked the plan is described by the family of its code.
  const sentences = new Map<string, string[]>()
  for (const { code, severity } of findings) {
    const family = code.split('_')[0] ?? ''
    const asked = severity === 'confirm' ? asks[code as AskCode] : undefined
    const sentence = asked ?? families[family as FindingFamily] ?? family
    sentences.set(sentence, [...new Set([...(sentences.get(sentence) ?? []), code])])
  }
  return (
    <div className="sluice-findings">
      <p>{messages.review.why}</p>
      <ul>
        {[...sentences].map(([sentence, codes]) => (
          <li key={sentence}>
            {sentence}
            {codes.includes('ORD_FUNDS') ? <Funds of={props.card} chain={props.chain} /> : null}
            <code>{codes.join(' ')}</code>
          </li>
        ))}
      </ul>
      {/* Codes, places and the fingerprint: enough to investigate, nothing secret. */}
      <CopyButton text={() => verdictReport(props.verdict)}>{messages.review.copyReport}</CopyButton>
    </div>
  )
}

/** What all open offers promise, and what there is to pay them; the least of it if there are several bounds. */
function Funds({ of, chain }: { readonly of: ReviewCard; readonly chain: Chain }): ReactNode {
  const messages = useMessages()
  const currencies = new Set(of.give.flatMap(({ kind, contract }) => (kind === 'erc20' ? [contract] : [])))
  const [currency, ...others] = currencies
  const bounds = of.findings.flatMap(({ code, actual = '', expected = '' }) =>
    code === 'ORD_FUNDS' && /^\d+$/.test(actual) && /^\d+$/.test(expected)
      ? [{ promised: BigInt(actual), covered: BigInt(expected) }]
      : [],
  )
  const [first, ...rest] = bounds
  // A finding does not name its currency.
  if (first === undefined || currency === undefined || others.length > 0) return null
  const { promised, covered } = rest.reduce(
    (least, one) => (one.covered < least.covered ? one : least),
    first,
  )
  const price = (amount: bigint) => <Price of={moneyIn(chain, currency, amount)} exact />
  return (
    <p>
      <Sentence of={messages.review.funds} parts={{ promised: price(promised), covered: price(covered) }} />
    </p>
  )
}
