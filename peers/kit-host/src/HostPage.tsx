import { type ComponentType, useState } from 'react'
import type { DialogName } from './settings.ts'

type Dialog = ComponentType<
  Record<string, unknown> & { openState: [boolean, (open: boolean) => void]; chainId: number }
>
/** What the versions of the kit and of wagmi do each in their own way. */
export type HostPageProps = {
  /** The kit's dialogs, whose types are those of its own React. */
  readonly dialogs: Partial<Record<DialogName, unknown>>
  /** The connected account. */
  readonly address: string | undefined
  readonly connectors: readonly { readonly id: string; readonly name: string; connect(): void }[]
}

const callbacks = [
  'onConnectWallet',
  'onPurchaseComplete',
  'onListingComplete',
  'onBidComplete',
  'onBidAccepted',
  'onCancelComplete',
  'onEditListingComplete',
  'onEditBidComplete',
  'onGoToToken',
  'onViewOffers',
]

/** One button to connect, one to open the dialog, and which of its callbacks the kit called. */
export function HostPage({ dialogs, address, connectors }: HostPageProps) {
  const { chain, dialog, props } = window.setup
  const [open, setOpen] = useState(false)
  const [called, setCalled] = useState<readonly string[]>([])
  const Chosen = dialogs[dialog] as Dialog
  return (
    <main>
      <h1>{dialog}</h1>
      {address === undefined ? (
        connectors.map(({ id, name, connect }) => (
          <button key={id} type="button" onClick={connect}>
            {name}
          </button>
        ))
      ) : (
        <button type="button" onClick={() => setOpen(true)}>
          Open
        </button>
      )}
      <ul aria-label="Callbacks">
        {called.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      <Chosen
        {...props}
        chainId={chain.id}
        openState={[open, setOpen]}
        {...Object.fromEntries(
          callbacks.map((name) => [name, () => setCalled((before) => [...before, name])]),
        )}
      />
    </main>
  )
}
