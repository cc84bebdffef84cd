'use client'

import type { ReactNode } from 'react'
import { isUnderWay } from '../flows/flow.ts'
import { type BidFlow, type BidForm, type BidTarget, useBid } from '../flows/useBid.ts'
import { useToken } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { FlowForm } from '../fields/FlowForm.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { DurationField, Line, PriceField, QuantityField } from '../fields/fields.tsx'
import { Note } from '../primitives/Note.tsx'
import { type Opening, useOpening } from '../primitives/useDialogOpen.ts'
import { Price } from '../values/Price.tsx'
import { TokenHead } from '../media/TokenHead.tsx'

export type BidDialogProps = Opening & {
  readonly target: BidTarget
  /** What the offer is for, as the page calls it. */
  readonly name: string
  readonly chainId?: number | undefined
}

/** Makes an offer in a dialog. */
export function BidDialog(props: BidDialogProps): ReactNode {
  const { target, name, chainId } = props
  const { words } = useKit()
  const [open, setOpen] = useOpening(props)
  const flow = useBid({ target, chainId, enabled: open })
  const token = 'token' in target ? target.token : undefined
  const known = useToken({ token, chainId, enabled: open && token !== undefined }).data ?? undefined
  const title =
    'token' in target
      ? words.offer.title(name)
      : 'attributeKey' in target
        ? words.offer.attributeTitle(name, `${target.attributeKey}: ${target.attributeValue}`)
        : words.offer.collectionTitle(name)
  const names = new Map('token' in target ? [[target.token.toLowerCase(), name]] : [])
  return (
    <Dialog title={title} trigger={props.trigger} open={open} onOpenChange={setOpen} busy={isUnderWay(flow)}>
      {known === undefined ? null : <TokenHead of={known} />}
      <BidBody flow={flow} names={names} onClose={() => setOpen(false)} />
    </Dialog>
  )
}

function BidBody(props: {
  readonly flow: BidFlow
  readonly names: ReadonlyMap<string, string>
  readonly onClose: () => void
}): ReactNode {
  const { words } = useKit()
  const { flow, names, onClose } = props
  if (flow.status === 'connect') return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
  if (flow.status !== 'invalid' && flow.status !== 'ready')
    return <FlowView flow={flow} complete={words.offer.complete} names={names} onClose={onClose} />
  const problem = flow.status === 'invalid' && flow.price !== '' ? words.invalid[flow.reason] : undefined
  return (
    <FlowForm flow={flow}>
      <Standing form={flow} />
      <PriceField
        label={flow.quantity > 1 ? words.fields.pricePerItem : words.fields.price}
        value={flow.price}
        onChange={flow.setPrice}
        currency={flow.currency}
        currencies={flow.currencies}
        onCurrency={flow.setCurrency}
        problem={problem}
        hint={
          flow.balance === undefined ? null : (
            <>
              {words.common.balance} <Price of={flow.balance} />
            </>
          )
        }
      />
      <QuantityField
        value={flow.quantity}
        max={flow.most}
        onChange={flow.setQuantity}
        hint={words.offer.units}
      />
      <DurationField value={flow.duration} onChange={flow.setDuration} />
      {flow.buysNow ? <Note kind="warning">{words.offer.buysNow}</Note> : null}
      {flow.gross === undefined || flow.quantity < 2 ? null : (
        <dl className="sluice-sum">
          <Line name={words.fields.total} strong>
            <Price of={flow.gross} exact />
          </Line>
        </dl>
      )}
      <footer className="sluice-actions">
        <Button type="submit" disabled={flow.status === 'invalid'}>
          {words.offer.action}
        </Button>
        <p className="sluice-aside">{words.offer.funds}</p>
      </footer>
    </FlowForm>
  )
}

/** What there is already, to be measured by. */
function Standing({ form }: { readonly form: BidForm }): ReactNode {
  const { words } = useKit()
  const { lowestAsk, bestOffer } = form
  if (lowestAsk === undefined && bestOffer === undefined) return null
  return (
    <dl className="sluice-sum">
      {lowestAsk === undefined ? null : (
        <Line name={words.offer.lowestAsk}>
          <Price of={lowestAsk} />
        </Line>
      )}
      {bestOffer === undefined ? null : (
        <Line name={words.offer.bestOffer}>
          <Price of={bestOffer} />
        </Line>
      )}
    </dl>
  )
}
