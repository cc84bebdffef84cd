'use client'

import { type AttributeFilter, chainOf } from '@sluice/core'
import type { ReactNode } from 'react'
import { QuantityField } from '../fields/QuantityField.tsx'
import { isBusy, type Money } from '../flows/flow.ts'
import { hasOtherCurrencies, moneyOf } from '../flows/money.ts'
import { type SweepFlow, useSweep } from '../flows/useSweep.ts'
import { tradedTokens } from '../flows/useTradedTokens.ts'
import { usePresentPrices } from '../hooks/usePresentPrice.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenPicture, thumbnailOf } from '../media/TokenPicture.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { CheckoutView } from '../progress/CheckoutView.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import type { NextSteps } from '../progress/ReceiptView.tsx'
import type { TradeDialogProps } from '../progress/TradeDialog.tsx'
import { ListedSum } from '../values/ListedSum.tsx'
import { namesOf } from '../values/names.ts'
import { Price } from '../values/Price.tsx'

export type SweepDialogProps = TradeDialogProps & {
  /** Contract of the collection. */
  readonly collection: string
  /** What the page calls it. */
  readonly name: string
  /** Only tokens with these attributes: values by key. Of several values of a key, a token has one. */
  readonly attributes?: AttributeFilter | undefined
}

/**
 * Buys the cheapest tokens of a collection in a dialog: how many, which, what they cost.
 *
 * @example
 * <SweepDialog collection={collection} name="Ember" trigger={<Button>Buy several</Button>} />
 */
export function SweepDialog(props: SweepDialogProps): ReactNode {
  const { collection, name, attributes, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const traits = traitsText(attributes ?? {}, messages.locale)
  const flow = useSweep({ collection, attributes, chainId, enabled: open })
  const close = () => setOpen(false)
  return (
    <Dialog
      title={messages.sweep.title(name, traits === '' ? undefined : traits)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow.status === 'choosing' ? flow.checkout : flow)}
    >
      {flow.status === 'choosing' ? (
        <Choosing flow={flow} chainId={chainId} next={props.next} onClose={close} />
      ) : (
        <FlowView flow={flow} complete={messages.cart.complete} names={undefined} onClose={close} />
      )}
    </Dialog>
  )
}

/** The attributes in words, such as `Palette: Dusk or Dawn, Mood: Calm`. */
function traitsText(attributes: AttributeFilter, locale: string): string {
  const either = new Intl.ListFormat(locale, { type: 'disjunction' })
  return Object.entries(attributes)
    .map(([key, value]) => [key, typeof value === 'string' ? [value] : value] as const)
    .flatMap(([key, values]) => (values.length === 0 ? [] : [`${key}: ${either.format(values)}`]))
    .join(', ')
}

function Choosing(props: {
  readonly flow: Extract<SweepFlow, { status: 'choosing' }>
  readonly chainId: number | undefined
  readonly next: NextSteps | undefined
  readonly onClose: () => void
}): ReactNode {
  const { client, messages } = useKit()
  const { flow, chainId, next, onClose } = props
  const { count, most, setCount, tokens, checkout, leaveOut } = flow
  const chain = chainOf(client, chainId)
  const asked = usePresentPrices(tokens.map(({ market }) => market?.floorAsk))
  const prices = asked.map((price) => (price == null ? undefined : moneyOf(chain, price)))
  const first = prices.find((price) => price !== undefined)
  const open = ['connect', 'loading', 'invalid', 'ready', 'unavailable'].includes(checkout.status)
  return (
    <>
      {open ? (
        <>
          <div className="sluice-amount">
            <QuantityField
              value={count}
              max={most}
              onChange={(next) => setCount(Math.min(Math.max(Math.trunc(next) || 1, 1), most))}
            />
            {most < 2 ? null : (
              <input
                type="range"
                className="sluice-range"
                aria-label={messages.fields.quantity}
                min={1}
                max={most}
                value={count}
                onChange={(event) => setCount(event.target.valueAsNumber)}
              />
            )}
          </div>
          <ul className="sluice-strip sluice-strip-priced" aria-label={messages.cart.checkout(count)}>
            {tokens.map(({ token }, index) => (
              <li key={refOf(token)}>
                <TokenPicture
                  image={thumbnailOf(token)}
                  alt={token.name ?? messages.common.unknownToken(token.tokenId)}
                  tokenId={token.tokenId}
                />
                <ListingPrice of={prices[index]} />
              </li>
            ))}
          </ul>
          {first === undefined || !hasOtherCurrencies(chain, first.currency) ? null : (
            <p className="sluice-aside">{messages.sweep.compared(first.symbol)}</p>
          )}
          {checkout.status === 'connect' ? <ListedSum of={prices} chainId={chainId} /> : null}
        </>
      ) : null}
      <CheckoutView
        flow={checkout}
        chainId={chainId}
        names={namesOf(tokens, messages)}
        tokens={tradedTokens(chain, tokens)}
        next={next}
        onClose={onClose}
        onRemove={leaveOut}
      />
    </>
  )
}

/** What the listing of one token costs now. */
const ListingPrice = ({ of }: { readonly of: Money | undefined }): ReactNode =>
  of === undefined ? null : (
    <small>
      <Price of={of} />
    </small>
  )
