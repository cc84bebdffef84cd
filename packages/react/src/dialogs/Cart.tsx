'use client'

import { type Chain, chainOf, type MarketOrder, type Token } from '@sluice/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import type { Money } from '../flows/flow.ts'
import { moneyOf } from '../flows/money.ts'
import { type CheckoutFlow, type CheckoutLine, checkoutKey, useCheckout } from '../flows/useCheckout.ts'
import { useTradedTokens } from '../flows/useTradedTokens.ts'
import { useCart } from '../hooks/useCart.ts'
import { usePresentPrices } from '../hooks/usePresentPrice.ts'
import { type CartItem, cartLimit } from '../kit/cart.ts'
import { refOf } from '../kit/refOf.ts'
import type { RunStore } from '../kit/runs.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenPicture, thumbnailOf } from '../media/TokenPicture.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { Note } from '../primitives/Note.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { CheckoutView } from '../progress/CheckoutView.tsx'
import type { NextSteps } from '../progress/ReceiptView.tsx'
import { ListedSum } from '../values/ListedSum.tsx'
import { nameOf, namesOf } from '../values/names.ts'
import { Price } from '../values/Price.tsx'

export type CartProps = DialogOpenProps & {
  /** The chain whose entries are shown first; the client's active chain by default. */
  readonly chainId?: number | undefined
  /** Where the page leads after the trade. */
  readonly next?: NextSteps | undefined
}

/**
 * The cart and its checkout: one trade per chain, across collections.
 *
 * @example
 * <Cart trigger={<Button>Cart</Button>} />
 */
export function Cart(props: CartProps): ReactNode {
  const { client, messages, account, runs } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const { items, clear } = useCart()
  const first = chainOf(client, props.chainId).id
  const traded = useTradedChains()
  const chains = [...new Set([first, ...items.map(({ chainId }) => chainId), ...traded])]
  const filled = chains.filter((id) => items.some(({ chainId }) => chainId === id))
  const parts = chains.filter((id) => filled.includes(id) || traded.includes(id))
  const shown = useShown(
    runs,
    chains.map((id) => checkoutKey(id, account)),
  )
  return (
    <Dialog title={messages.cart.title} trigger={props.trigger} open={open} onOpenChange={setOpen} side>
      {items.length === 0 && !shown ? (
        <EmptyCart
          onBrowse={() => {
            setOpen(false)
            props.next?.onBrowse?.()
          }}
        />
      ) : null}
      {items.length < 2 || shown ? null : (
        <Button kind="quiet" small className="sluice-cart-clear" onClick={clear}>
          {messages.cart.clear}
        </Button>
      )}
      {chains.map((chainId) => (
        <CartOfChain
          key={chainId}
          chainId={chainId}
          items={items}
          named={parts.length > 1}
          asks={chainId === filled.at(-1)}
          enabled={open}
          next={props.next}
          onClose={() => setOpen(false)}
        />
      ))}
    </Dialog>
  )
}

/** The chains with a purchase of the cart: its entries leave the cart when it ends, and its receipt stays. */
function useTradedChains(): readonly number[] {
  const { client, account, runs } = useKit()
  const ids = client.chains.map(({ id }) => id)
  const read = () => ids.filter((id) => runs.get(checkoutKey(id, account)) !== undefined).join()
  const traded = useSyncExternalStore(runs.subscribe, read, () => '')
  return ids.filter((id) => traded.split(',').includes(String(id)))
}

/** Whether a purchase is shown instead of the cart's entries; one whose card was declined is not. */
function useShown(runs: RunStore, keys: readonly string[]): boolean {
  const read = () =>
    keys.some((key) => {
      const known = runs.get(key)
      const error = known?.run.execution.error
      return known !== undefined && !(error?.code === 'declined' && error.money === 'untouched')
    })
  return useSyncExternalStore(runs.watch, read, () => false)
}

function EmptyCart({ onBrowse }: { readonly onBrowse: () => void }): ReactNode {
  const { messages } = useKit()
  return (
    <>
      <Note title={messages.cart.empty}>{messages.cart.emptyHint}</Note>
      <footer className="sluice-actions">
        <Button kind="secondary" onClick={onBrowse}>
          {messages.common.browse}
        </Button>
      </footer>
    </>
  )
}

function CartOfChain(props: {
  readonly chainId: number
  readonly items: readonly CartItem[]
  readonly named: boolean
  /** Whether it asks for a wallet, which no other chain of the cart then does. */
  readonly asks: boolean
  readonly enabled: boolean
  readonly next: NextSteps | undefined
  readonly onClose: () => void
}): ReactNode {
  const { client, messages } = useKit()
  const { remove } = useCart()
  const { chainId } = props
  const items = props.items.filter((item) => item.chainId === chainId)
  const flow = useCheckout({ items, chainId, enabled: props.enabled })
  const { read: tokens, traded } = useTradedTokens({
    tokens: items.map(({ token }) => token).slice(0, cartLimit),
    chainId,
    enabled: props.enabled,
  })
  const knownOf = (item: CartItem) => tokens.data?.find(({ token }) => refOf(token) === item.token)
  const isListed = flow.status === 'connect'
  const asked = usePresentPrices(items.map((item) => (isListed ? askOf(item, knownOf(item)) : undefined)))
  if (flow.status === 'idle') return null
  const chain = chainOf(client, chainId)
  const { name } = chain
  const lines =
    'lines' in flow
      ? flow.lines
      : items.map((item, index) => ({ item, price: priceOf(chain, asked[index], item.quantity) }))
  return (
    <section className="sluice-cart" aria-label={name}>
      {props.named ? <h3 className="sluice-cart-chain">{name}</h3> : null}
      {isForm(flow) ? (
        <ul className="sluice-cart-items">
          {lines.map((line) => (
            <CartLine
              key={`${line.item.token}:${line.item.orderId ?? ''}`}
              line={line}
              known={knownOf(line.item)}
              priced={'lines' in flow && !flow.isQuoting}
            />
          ))}
        </ul>
      ) : null}
      {isListed ? <ListedSum of={lines.map(({ price }) => price)} chainId={chainId} /> : null}
      {isListed && !props.asks ? null : (
        <CheckoutView
          flow={flow}
          chainId={chainId}
          names={namesOf(tokens.data ?? [], messages)}
          tokens={traded}
          next={props.next}
          onClose={props.onClose}
          onRemove={remove}
        />
      )}
    </section>
  )
}

/** Whether the entries can still be changed. */
const isForm = ({ status }: CheckoutFlow): boolean =>
  status === 'connect' ||
  status === 'loading' ||
  status === 'invalid' ||
  status === 'ready' ||
  status === 'unavailable'

/**
 * The listing that an entry would buy, for a user without an account to request a quote for; `undefined` if it is another
 * one than the token's cheapest, or has too few units.
 */
function askOf({ orderId, quantity }: CartItem, known: Token | undefined) {
  const ask = known?.market?.floorAsk
  if (ask?.price == null || (orderId !== undefined && ask.id !== orderId)) return undefined
  return quantity > (ask.quantityRemaining ?? 1) ? undefined : ask
}

/** What units ask at a price of one. */
function priceOf(chain: Chain, price: MarketOrder['price'], units: number): Money | undefined {
  if (price == null) return undefined
  const one = moneyOf(chain, price)
  return { ...one, amount: one.amount * BigInt(units) }
}

function CartLine(props: {
  readonly line: CheckoutLine
  readonly known: Token | undefined
  readonly priced: boolean
}): ReactNode {
  const { messages } = useKit()
  const { remove } = useCart()
  const { known } = props
  const { item, price } = props.line
  const name = nameOf(known, item.token, messages.common.unknownToken)
  const gone = props.priced && price === undefined
  return (
    <li className="sluice-cart-item" data-gone={gone ? '' : undefined}>
      <TokenPicture
        image={known === undefined ? undefined : thumbnailOf(known.token)}
        alt=""
        tokenId={item.token.split(':')[1]}
      />
      <span className="sluice-cart-name">
        <small>{known?.token.collection?.name}</small>
        <strong>{name}</strong>
        {item.quantity > 1 ? <small>{messages.common.units(BigInt(item.quantity))}</small> : null}
      </span>
      <span className="sluice-cart-price">
        {price === undefined ? gone ? messages.cart.gone : null : <Price of={price} />}
      </span>
      <button
        type="button"
        className="sluice-icon-button"
        aria-label={messages.cart.remove(name)}
        onClick={() => remove([item])}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}
