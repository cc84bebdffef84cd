'use client'

import { chainOf, type Execution } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { shortAddress } from '../kit/addresses.ts'
import { nativeCoin } from '../kit/currencyOf.ts'
import { momentText } from '../kit/formats.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { ExternalLink } from '../primitives/Note.tsx'
import { EndedOrders } from '../review/EndedOrders.tsx'
import { WholeAddress } from '../values/Address.tsx'
import { AssetAmount } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'
import { Sentence } from '../values/Sentence.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { type Receipt, receiptOf } from './receiptOf.ts'

/** Where a page leads its user after a trade; a step without a function is not offered. */
export type NextSteps = {
  /** Shows the token of the trade, given its `contract:tokenId` and its chain. */
  readonly onViewToken?: ((token: string, chainId: number) => void) | undefined
  /** Shows the account's tokens on the chain of the trade, after several were bought, or minted. */
  readonly onViewTokens?: ((chainId: number) => void) | undefined
  /** Lists the token that was bought for sale, given its `contract:tokenId` and its chain. */
  readonly onListToken?: ((token: string, chainId: number) => void) | undefined
  /** Shows the account's open listings or offers on the chain of the trade, after one was made or changed. */
  readonly onViewOrders?: ((side: 'listing' | 'offer', chainId: number) => void) | undefined
  /** Goes on to other tokens. */
  readonly onBrowse?: (() => void) | undefined
}

/** What a complete run did: tokens, money, network fee and transactions. */
export function ReceiptView(props: {
  readonly execution: Execution
  readonly names: TokenNames | undefined
  /** The run that had to come first, whose costs are part of the same change. */
  readonly before?: Execution | undefined
}): ReactNode {
  const { client, formats } = useKit()
  const messages = useMessages()
  const { execution, names, before } = props
  const { action } = execution
  // A statement moves nothing.
  if (action === 'announce') return null
  const chain = chainOf(client, execution.chainId)
  const receipt = receiptOf(execution, before)
  const { tokens, minted, money, isBound, networkFee, transactions, ends, until } = receipt
  const { receipt: text, fields } = messages
  const moneyName = moneyNameOf(action, receipt, messages)
  const bound = isBound ? (action === 'buy' ? fields.atMost : fields.atLeast) : '{amount}'
  const worth = (amounts: typeof money, exact = true) => (
    <Worth
      of={amounts.map(({ contract, amount }) => moneyIn(chain, contract, amount))}
      exact={exact}
      chainId={chain.id}
    />
  )
  const recipients =
    action === 'transfer' ? new Set(tokens.flatMap(({ counterparty }) => counterparty ?? [])) : []
  const isEmpty = tokens.length + minted.length + money.length + transactions.length === 0
  if (isEmpty && ends === undefined) return null
  return (
    <dl className="sluice-sum sluice-receipt">
      {ends === undefined ? null : (
        <SumLine name={text.tokens.cancel}>
          <EndedOrders
            of={ends}
            items={(before ?? execution).verdict?.items ?? []}
            chain={chain}
            names={names}
          />
        </SumLine>
      )}
      {[false, true].map((isNew) => {
        const some = isNew ? minted : tokens
        return some.length === 0 ? null : (
          <SumLine key={String(isNew)} name={isNew ? text.minted : text.tokens[action]}>
            <ul>
              {some.map((token, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: what is done does not change any more
                <li key={index}>
                  <AssetAmount of={token} chain={chain} names={names} isNew={isNew} />
                </li>
              ))}
            </ul>
          </SumLine>
        )
      })}
      {[...recipients].map((recipient) => (
        <SumLine key={recipient} name={fields.recipient}>
          <WholeAddress of={recipient} />
        </SumLine>
      ))}
      {moneyName === undefined || money.length === 0 ? null : (
        <SumLine name={moneyName} strong>
          {/* A bound is not what was paid: its last digits say nothing. */}
          <Sentence of={bound} parts={{ amount: worth(money, !isBound) }} />
        </SumLine>
      )}
      {until === undefined ? null : (
        <SumLine name={messages.review.until}>{momentText(formats, until)}</SumLine>
      )}
      {networkFee === undefined ? null : (
        <SumLine name={messages.review.networkFee}>
          {worth([{ contract: nativeCoin, amount: networkFee }], false)}
        </SumLine>
      )}
      {transactions.map(({ hash, url }) => (
        <SumLine key={hash} name={text.transaction}>
          <code title={hash}>{shortAddress(hash)}</code>{' '}
          {url === undefined ? null : <ExternalLink href={url}>{messages.steps.explorer}</ExternalLink>}
        </SumLine>
      ))}
    </dl>
  )
}

/** What the money of a receipt is called: that of several tokens is a sum, and fees are named only if there were any. */
function moneyNameOf(
  action: Execution['action'],
  { tokens, hasFees }: Receipt,
  { receipt, review }: Messages,
): string | undefined {
  if (action === 'announce' || action === 'transfer' || action === 'cancel') return undefined
  if (action === 'sell' && !hasFees) return receipt.received
  const units = tokens.reduce((sum, { amount }) => sum + amount, 0n)
  return action === 'list' && units > 1n ? review.total : receipt.money[action]
}

/** The steps that a host offers after a complete run. */
export function NextStepButtons(props: {
  readonly execution: Execution
  readonly next: NextSteps | undefined
  /** Called before a step, to close what shows the run. */
  readonly onLeave: () => void
}): ReactNode {
  const messages = useMessages()
  const { execution, next = {}, onLeave } = props
  const { tokens, minted } = receiptOf(execution)
  const [token, ...others] = [...tokens, ...minted]
  const ref =
    others.length > 0 || token?.tokenId === undefined ? undefined : `${token.contract}:${token.tokenId}`
  const { action, chainId } = execution
  const side = action === 'list' ? 'listing' : action === 'bid' ? 'offer' : undefined
  const steps = [
    {
      name: messages.list.action,
      go: action === 'buy' && ref !== undefined && next.onListToken?.bind(undefined, ref, chainId),
    },
    {
      name: messages.receipt.viewToken,
      go: ref !== undefined && next.onViewToken?.bind(undefined, ref, chainId),
    },
    {
      name: messages.receipt.viewTokens,
      go:
        action === 'buy' &&
        token !== undefined &&
        ref === undefined &&
        next.onViewTokens?.bind(undefined, chainId),
    },
    {
      name: messages.receipt.viewOrders,
      go: side !== undefined && next.onViewOrders?.bind(undefined, side, chainId),
    },
    { name: messages.common.browse, go: next.onBrowse },
  ]
  const offered = steps.flatMap(({ name, go }) => (go === undefined || go === false ? [] : [{ name, go }]))
  if (offered.length === 0) return null
  return (
    <div className="sluice-next">
      {offered.map(({ name, go }) => (
        <Button
          key={name}
          kind="secondary"
          onClick={() => {
            onLeave()
            go()
          }}
        >
          {name}
        </Button>
      ))}
    </div>
  )
}
