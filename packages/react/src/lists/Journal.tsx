'use client'

import { chainOf, isOpenOrder, type SignedOrder, type SignedOrderItem } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { isBusy } from '../flows/flow.ts'
import { type JournalEntries, useJournal } from '../flows/useJournal.ts'
import { useTokens } from '../hooks/reads.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Messages } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { Note } from '../primitives/Note.tsx'
import { Themed } from '../primitives/Themed.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { AssetAmount, isNft } from '../values/AssetAmount.tsx'
import { namesOf, type TokenNames } from '../values/names.ts'
import { Sentence } from '../values/Sentence.tsx'
import { When } from '../values/When.tsx'

/**
 * What the account signed here, what of it can still be filled, and a way to end each: without the provider, from the
 * journal and the chain.
 *
 * @example
 * <Journal chainId={8453} />
 */
export function Journal({ chainId }: { readonly chainId?: number | undefined }): ReactNode {
  const { messages } = useKit()
  const flow = useJournal({ chainId })
  const names = useNames('signed' in flow ? flow.signed : [], chainId)
  const [shown, setShown] = useState(true)
  // Not known for a cancellation that began before this was drawn.
  const [canceling, setCanceling] = useState<keyof Messages['cancel']['confirm']>('several')
  return (
    <Themed className="sluice-journal">
      {flow.status === 'connect' ? <ConnectPrompt connect={flow.connect} onConnect={() => {}} /> : null}
      {flow.status === 'loading' ? <Note>{messages.common.loading}</Note> : null}
      {'signed' in flow && (flow.status === 'ready' || flow.signed.length > 0) ? (
        <Signed
          of={flow}
          names={names}
          onCancel={(what) => {
            setCanceling(what)
            setShown(true)
          }}
        />
      ) : null}
      {'signed' in flow && flow.status !== 'ready' ? (
        <Dialog
          title={messages.cancel.confirm[canceling]}
          open={shown}
          onOpenChange={setShown}
          busy={isBusy(flow)}
        >
          <FlowView
            flow={flow}
            complete={canceling === 'several' ? messages.cancel.completeMany : messages.cancel.complete}
            names={names}
            stillOpen={canceling === 'listing' ? 'reserved' : canceling}
            onClose={() => setShown(true)}
          />
        </Dialog>
      ) : null}
    </Themed>
  )
}

/** What the tokens of orders are called. */
function useNames(signed: JournalEntries['signed'], chainId: number | undefined): TokenNames {
  const { messages } = useKit()
  const refs = [...new Set(signed.flatMap(({ gives, gets }) => [...gives, ...gets].flatMap(refsOf)))]
  const tokens = useTokens({ tokens: refs.slice(0, 50), chainId, limit: 50, enabled: refs.length > 0 })
  return namesOf(tokens.data ?? [], messages)
}

function Signed(props: {
  readonly of: JournalEntries
  readonly names: TokenNames
  /** One was begun, or is to be seen again. */
  readonly onCancel: (what: keyof Messages['cancel']['confirm']) => void
}): ReactNode {
  const { messages } = useKit()
  const { of, names, onCancel } = props
  const cancelOne = ({ orderId, side }: SignedOrder) => {
    of.cancel([orderId])
    onCancel(side === 'ask' ? 'listing' : 'offer')
  }
  const cancelAll = () => {
    of.cancel('all')
    onCancel('several')
  }
  const [copied, setCopied] = useState(false)
  if (of.signed.length === 0) return <Note title={messages.journal.empty}>{messages.journal.emptyHint}</Note>
  return (
    <>
      <p className="sluice-journal-sum">{messages.journal.open(of.open.length)}</p>
      <ul className="sluice-entries" aria-label={messages.journal.title}>
        {of.signed.map((one) => (
          <Entry
            key={one.orderId}
            of={one}
            names={names}
            onCancel={isOpenOrder(one.state) ? () => cancelOne(one) : undefined}
          />
        ))}
      </ul>
      <footer className="sluice-journal-actions">
        {of.open.length === 0 ? null : (
          <Button kind="secondary" small onClick={cancelAll}>
            {messages.cancel.titleAll}
          </Button>
        )}
        <Button
          kind="quiet"
          small
          onClick={() => {
            void of
              .copy()
              .then((text) => navigator.clipboard.writeText(text))
              .then(() => setCopied(true))
          }}
        >
          {copied ? messages.common.copied : messages.journal.copy}
        </Button>
      </footer>
    </>
  )
}

function Entry(props: {
  readonly of: SignedOrder
  readonly names: TokenNames
  readonly onCancel: (() => void) | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of, names, onCancel } = props
  return (
    <li className="sluice-journal-entry" data-open={onCancel === undefined ? undefined : ''}>
      <span className="sluice-journal-terms">
        <strong>{messages.journal.sides[of.side]}</strong>
        <Items of={of.gives} chainId={of.chainId} names={names} />
        <span className="sluice-arrow" aria-hidden="true" />
        <span className="sluice-hidden">{messages.fields.youReceive}</span>
        <Items of={of.gets} chainId={of.chainId} names={names} />
      </span>
      <span className="sluice-journal-state">
        {messages.journal.states[of.state]}
        {onCancel === undefined ? null : (
          <>
            {' · '}
            <Sentence of={messages.journal.ends} parts={{ time: <When at={Number(of.endTime) * 1_000} /> }} />
          </>
        )}
      </span>
      {onCancel === undefined ? null : (
        <Button kind="secondary" small onClick={onCancel}>
          {messages.cancel.action}
        </Button>
      )}
    </li>
  )
}

function Items(props: {
  readonly of: readonly SignedOrderItem[]
  readonly chainId: number
  readonly names: TokenNames
}): ReactNode {
  const { client } = useKit()
  const chain = chainOf(client, props.chainId)
  return props.of.map((item) => (
    <AssetAmount key={`${item.contract}:${item.tokenId ?? ''}`} chain={chain} of={item} names={props.names} />
  ))
}

const refsOf = (item: SignedOrderItem): readonly string[] =>
  item.tokenId !== undefined && isNft(item) ? [refOf({ ...item, tokenId: item.tokenId })] : []
