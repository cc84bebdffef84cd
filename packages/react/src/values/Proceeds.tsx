'use client'

import type { ReactNode } from 'react'
import type { Deduction } from '../flows/deductions.ts'
import type { Money } from '../flows/flow.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Estimate } from './Estimate.tsx'
import { formatBps, Price } from './Price.tsx'
import { Sentence } from './Sentence.tsx'
import { SumLine } from './SumLine.tsx'

type Asked = {
  /** Whether it is the least: the price falls to it. */
  readonly least?: boolean | undefined
}

/** What goes off a price, a line for each kind. */
export function DeductionLines({ of }: { readonly of: readonly Deduction[] }): ReactNode {
  const { messages } = useKit()
  const { royalty, marketplaceFee, otherFee } = messages.fields
  const names = { royalty, marketplace: marketplaceFee, other: otherFee }
  return of.map(({ kind, bps, money }) => (
    <SumLine key={`${kind}:${bps}`} name={names[kind](formatBps(bps, messages.locale))}>
      <bdi dir="ltr">
        −<Price of={money} exact />
      </bdi>
    </SumLine>
  ))
}

function Amount({ of, least = false }: Asked & { readonly of: Money }): ReactNode {
  const { fields } = useKit().messages
  return <Sentence of={least ? fields.atLeast : '{amount}'} parts={{ amount: <Price of={of} exact /> }} />
}

/** What a seller asks, and what goes off it. */
export function Proceeds(
  props: Asked & {
    readonly of: { readonly gross: Money | undefined; readonly deductions: readonly Deduction[] }
    /** Whether it is known that nothing goes off if there are no deductions. */
    readonly isKnown: boolean
  },
): ReactNode {
  const { accept, fields } = useKit().messages
  const { of, isKnown, least } = props
  const { gross, deductions } = of
  if (gross === undefined || gross.amount === 0n) return null
  return (
    <dl className="sluice-sum">
      <SumLine name={fields.total}>
        <Amount of={gross} least={least} />
      </SumLine>
      {deductions.length > 0 ? (
        <DeductionLines of={deductions} />
      ) : (
        <SumLine name={accept.fees}>{isKnown ? fields.noFees : accept.unknown}</SumLine>
      )}
    </dl>
  )
}

/** What is left of it for the seller. */
export function NetProceeds(
  props: Asked & {
    readonly of: { readonly gross: Money | undefined; readonly net: Money | undefined }
    /** The chain of the amount; the client's active chain by default. */
    readonly chainId: number | undefined
  },
): ReactNode {
  const { fields } = useKit().messages
  const { of, chainId, least } = props
  const { gross, net } = of
  if (net === undefined || gross === undefined || gross.amount === 0n) return null
  return (
    <dl className="sluice-sum">
      <SumLine name={fields.youReceive} strong>
        <Amount of={net} least={least} />
        <Estimate of={net} chainId={chainId} />
      </SumLine>
    </dl>
  )
}
