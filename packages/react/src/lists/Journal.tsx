'use client'

import { chainOf, isOpenLiability, type Liability, type LiabilityItem } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { isUnderWay } from '../flows/flow.ts'
import { type JournalEntries, useJournal } from '../flows/useJournal.ts'
import { useTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'
import { AssetAmount, type TokenNames } from '../values/AssetAmount.tsx'
import { Button } from '../primitives/Button.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { Note } from '../primitives/Note.tsx'
import { namesOf } from '../media/TokenGroup.tsx'
import { When } from '../values/When.tsx'

/** What the account signed here, what of it can still be filled, and a way to end each. */
export function Journal({ chainId }: { readonly chainId?: number | undefined }): ReactNode {
  const { theme, words } = useKit()
  const flow = useJournal({ chainId })
  const names = useNames('signed' in flow ? flow.signed : [], chainId)
  const [shown, setShown] = useState(true)
  return (
    <div {...themeAttributes(theme)} className="sluice-portal sluice-journal">
      {flow.status === 'connect' ? <ConnectPrompt connect={flow.connect} onConnect={() => {}} /> : null}
      {flow.status === 'loading' ? <Note>{words.common.loading}</Note> : null}
      {'signed' in flow && (flow.status === 'ready' || flow.signed.length > 0) ? (
        <Signed of={flow} names={names} onCancel={() => setShown(true)} />
      ) : null}
      {'signed' in flow && flow.status !== 'ready' ? (
        <Dialog
          title={words.cancel.confirm.several}
          open={shown}
          onOpenChange={setShown}
          busy={isUnderWay(flow)}
        >
          <FlowView
            flow={flow}
            complete={words.cancel.complete}
            names={names}
            onClose={() => setShown(true)}
          />
        </Dialog>
      ) : null}
    </div>
  )
}

/** What the tokens of orders are called. */
function useNames(signed: JournalEntries['signed'], chainId: number | undefined): TokenNames {
  const { words } = useKit()
  const refs = [...new Set(signed.flatMap(({ gives, gets }) => [...gives, ...gets].flatMap(refOf)))]
  const tokens = useTokens({ tokens: refs.slice(0, 50), chainId, limit: 50, enabled: refs.length > 0 })
  return namesOf(tokens.data ?? [], words)
}

function Signed(props: {
  readonly of: JournalEntries
  readonly names: TokenNames
  /** One was begun, or is to be seen again. */
  readonly onCancel: () => void
}): ReactNode {
  const { words } = useKit()
  const { of, names, onCancel } = props
  const cancel: JournalEntries['cancel'] = (orderIds) => {
    of.cancel(orderIds)
    onCancel()
  }
  const [copied, setCopied] = useState(false)
  if (of.signed.length === 0) return <Note title={words.journal.empty}>{words.journal.emptyHint}</Note>
  return (
    <>
      <p className="sluice-journal-sum">{words.journal.open(of.open.length)}</p>
      <ul className="sluice-entries" aria-label={words.journal.title}>
        {of.signed.map((one) => (
          <Entry
            key={one.orderId}
            of={one}
            names={names}
            onCancel={isOpenLiability(one.state) ? () => cancel([one.orderId]) : undefined}
          />
        ))}
      </ul>
      <footer className="sluice-journal-actions">
        {of.open.length === 0 ? null : (
          <Button kind="secondary" small onClick={() => cancel('all')}>
            {words.cancel.titleAll}
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
          {copied ? words.common.copied : words.journal.copy}
        </Button>
      </footer>
    </>
  )
}

function Entry(props: {
  readonly of: Liability
  readonly names: TokenNames
  readonly onCancel: (() => void) | undefined
}): ReactNode {
  const { words } = useKit()
  const { of, names, onCancel } = props
  return (
    <li className="sluice-journal-entry" data-open={onCancel === undefined ? undefined : ''}>
      <span className="sluice-journal-terms">
        <strong>{words.journal.sides[of.side]}</strong>
        <Items of={of.gives} chainId={of.chainId} names={names} />
        <span aria-hidden="true"> → </span>
        <span className="sluice-hidden">{words.review.get}</span>
        <Items of={of.gets} chainId={of.chainId} names={names} />
      </span>
      <span className="sluice-journal-state">
        {words.journal.states[of.state]}
        {onCancel === undefined ? null : (
          <>
            {' · '}
            {words.journal.ends} <When at={Number(of.endTime) * 1_000} />
          </>
        )}
      </span>
      {onCancel === undefined ? null : (
        <Button kind="secondary" small onClick={onCancel}>
          {words.cancel.action}
        </Button>
      )}
    </li>
  )
}

function Items(props: {
  readonly of: readonly LiabilityItem[]
  readonly chainId: number
  readonly names: TokenNames
}): ReactNode {
  const { client } = useKit()
  const chain = chainOf(client, props.chainId)
  return props.of.map((item) => (
    <AssetAmount key={`${item.contract}:${item.tokenId ?? ''}`} chain={chain} of={item} names={props.names} />
  ))
}

const refOf = ({ kind, contract, tokenId }: LiabilityItem): readonly string[] =>
  tokenId === undefined || (kind !== 'erc721' && kind !== 'erc1155') ? [] : [`${contract}:${tokenId}`]
