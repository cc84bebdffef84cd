'use client'

import type { ReactNode } from 'react'
import { type FailedFlow, isReading } from '../flows/flow.ts'
import type { CheckoutFlow } from '../flows/useCheckout.ts'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import type { CartItem } from '../kit/cart.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import type { TokenNames } from '../values/names.ts'
import { AwaitedButton, PurchaseSum } from '../values/PurchaseSum.tsx'
import { FlowView } from './FlowView.tsx'
import type { NextSteps } from './ReceiptView.tsx'
import { SlowNote } from './SlowNote.tsx'
import { usePreloadRunView } from './useRunView.ts'

/** Whether one token was to be bought. */
const isOne = (flow: CheckoutFlow): boolean =>
  'execution' in flow && flow.execution.agreed.reduce((sum, { units }) => sum + units, 0) === 1

/** The sum, the button and the progress of a purchase of several tokens. */
export function CheckoutView(props: {
  readonly flow: CheckoutFlow
  readonly chainId: number | undefined
  readonly names: TokenNames
  readonly tokens?: TradedTokens | undefined
  readonly next?: NextSteps | undefined
  readonly onClose: () => void
  /** Takes entries out of the purchase that can no longer be bought. */
  readonly onRemove: (items: readonly CartItem[]) => void
}): ReactNode {
  const { messages } = useKit()
  const { flow, chainId, names, tokens, next, onClose, onRemove } = props
  usePreloadRunView()
  if (flow.status !== 'loading' && flow.status !== 'invalid' && flow.status !== 'ready')
    return (
      <>
        {flow.status === 'failed' ? <Failing flow={flow} names={names} onRemove={onRemove} /> : null}
        <FlowView
          flow={flow}
          complete={isOne(flow) ? messages.buy.complete : messages.cart.complete}
          names={names}
          tokens={tokens}
          next={next}
          onClose={onClose}
        />
      </>
    )
  const gone =
    flow.status === 'loading' || flow.isQuoting ? [] : flow.lines.filter(({ price }) => price === undefined)
  return (
    <>
      <SlowNote reading={isReading(flow)} />
      <footer className="sluice-actions">
        <PurchaseSum flow={flow} chainId={chainId} />
        {flow.status === 'loading' ? (
          <AwaitedButton />
        ) : gone.length === 0 ? (
          <Button
            disabled={flow.status === 'invalid'}
            onClick={flow.status === 'ready' ? flow.confirm : undefined}
          >
            {messages.cart.checkout(flow.lines.length)}
          </Button>
        ) : (
          <Button onClick={() => onRemove(gone.map(({ item }) => item))}>
            {messages.cart.removeGone(gone.length)}
          </Button>
        )}
        <p className="sluice-aside">{messages.buy.notice}</p>
      </footer>
    </>
  )
}

/** The tokens that made the whole purchase fail, and the way on without them; nothing if that is not known. */
function Failing(props: {
  readonly flow: FailedFlow
  readonly names: TokenNames
  readonly onRemove: (items: readonly CartItem[]) => void
}): ReactNode {
  const { messages } = useKit()
  const { execution, error, reset } = props.flow
  const { failing } = error.data
  if (failing === undefined) return null
  const names = [...new Set(failing.map(({ token }) => token))].map(
    (token) => props.names.get(token) ?? messages.common.unknownToken(token.split(':')[1] ?? ''),
  )
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' }).format(names)
  // An entry of the cart names its listing, or its token alone.
  const entries = failing.flatMap(({ token, orderId }): readonly CartItem[] => {
    const entry = { chainId: execution.chainId, token, quantity: 1 }
    return [entry, { ...entry, orderId }]
  })
  return (
    <Note kind="warning">
      <p>{messages.cart.failing(list, names.length)}</p>
      <Button
        small
        onClick={() => {
          props.onRemove(entries)
          reset()
        }}
      >
        {messages.cart.removeGone(names.length)}
      </Button>
    </Note>
  )
}
