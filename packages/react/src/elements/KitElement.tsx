'use client'

import {
  browserStorage,
  type ChainConfig,
  type Client,
  createClient,
  eip1193Wallet,
  type Wallet,
} from '@sluice/core'
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { ConnectDialog } from '../dialogs/ConnectDialog.tsx'
import type { BrowserWallet } from '../hooks/useBrowserWallets.ts'
import { KitContainer, SluiceProvider, useKitParts } from '../kit/SluiceProvider.tsx'
import { ResumeNote } from '../lists/ResumeNote.tsx'
import type { Messages } from '../locales/messages.ts'
import { treeIn } from '../primitives/ShadowScope.tsx'
import { Themed } from '../primitives/Themed.tsx'
import type { Theme } from '../theme/theme.ts'
import { readKit } from './attributes.ts'
import { ElementView } from './ElementView.tsx'
import { dispatchTrade } from './elementEvents.ts'
import { Guarded } from './Guarded.tsx'

/** What a page may give an element's kit as properties, beside or instead of attributes. */
export type KitSettings = {
  readonly client?: Client | undefined
  /** Else the kit asks the browser's wallets by its own dialog. */
  readonly wallet?: Wallet | undefined
  readonly theme?: Theme | undefined
  readonly messages?: Messages | undefined
  /** See `closeOnBack` of `SluiceProvider`. */
  readonly closeOnBack?: boolean | undefined
}

/** An element below a kit, with a number of its own for as long as it is there. */
type Placed = { readonly element: HTMLElement; readonly id: number }

/** One kit of a page: the elements below it share a wallet, a cart and their runs. */
export type KitStore = {
  readonly elements: () => readonly Placed[]
  readonly settings: () => KitSettings
  readonly add: (element: HTMLElement) => void
  readonly remove: (element: HTMLElement) => void
  readonly change: (settings: KitSettings) => void
  /** An attribute changed: the same elements are drawn again. */
  readonly refresh: () => void
  readonly subscribe: (listener: () => void) => () => void
}

export function createKitStore(): KitStore {
  const state: { elements: readonly Placed[]; settings: KitSettings; next: number } = {
    elements: [],
    settings: {},
    next: 1,
  }
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const put = (elements: readonly Placed[]) => {
    state.elements = elements
    notify()
  }
  return {
    elements: () => state.elements,
    settings: () => state.settings,
    add: (element) => {
      if (state.elements.some((placed) => placed.element === element)) return
      put([...state.elements, { element, id: state.next }])
      state.next += 1
    },
    remove: (element) => put(state.elements.filter((placed) => placed.element !== element)),
    change: (settings) => {
      state.settings = { ...state.settings, ...settings }
      notify()
    },
    refresh: () => put(state.elements.map((placed) => ({ ...placed }))),
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** How the elements of a page look. */
export type ElementLook = {
  /** The kit's stylesheet as text. */
  readonly styles: string
  /** Draws dialogs in the shadow tree of their element, as in a frame; else beside the page's body. */
  readonly inPlace?: boolean | undefined
}

/** Draws a kit into the shadow tree of `host`, and each of its elements into its own. */
export function mountKit(host: HTMLElement, store: KitStore, look: ElementLook): Root {
  const root = createRoot(treeIn(host).content)
  root.render(
    <Guarded name="sluice-kit">
      <KitView host={host} store={store} {...look} />
    </Guarded>,
  )
  return root
}

type KitViewProps = ElementLook & { readonly host: HTMLElement; readonly store: KitStore }

function KitView(props: KitViewProps): ReactNode {
  const { host, store } = props
  const settings = useSyncExternalStore(store.subscribe, store.settings)
  const described = host.hasAttribute('provider')
  const client = useMemo(
    () => settings.client ?? (described ? clientOf(host) : undefined),
    [settings.client, described, host],
  )
  return client === undefined ? null : <Trading {...props} client={client} settings={settings} />
}

function Trading(
  props: KitViewProps & { readonly client: Client; readonly settings: KitSettings },
): ReactNode {
  const { host, store, styles, inPlace, client, settings } = props
  const elements = useSyncExternalStore(store.subscribe, store.elements)
  // It says what became of interrupted trades, too.
  const showsPending = elements.some(({ element }) => element.localName === 'sluice-pending')
  const [found, setFound] = useState<BrowserWallet>()
  const [asking, ask] = useState(false)
  const wallet = useMemo(
    () => settings.wallet ?? (found === undefined ? undefined : eip1193Wallet(found.provider)),
    [settings.wallet, found],
  )
  const theme = settings.theme ?? themeOf(host)
  // The kit treats another account of the same wallet as another wallet.
  useEffect(() => {
    if (found === undefined) return
    const renew = () => setFound((wallet) => (wallet === undefined ? undefined : { ...wallet }))
    found.provider.on?.('accountsChanged', renew)
    return () => found.provider.removeListener?.('accountsChanged', renew)
  }, [found])
  useEffect(() => client.on('*', (event) => dispatchTrade(host, event)), [client, host])
  return (
    <SluiceProvider
      client={client}
      wallet={wallet}
      theme={theme}
      messages={settings.messages}
      onConnect={() => ask(true)}
      closeOnBack={settings.closeOnBack ?? true}
      nonce={host.nonce}
      currency={readKit(host, 'currency') ?? undefined}
    >
      <InTree of={host} {...{ styles, inPlace }}>
        <ConnectDialog open={asking} onOpenChange={ask} onConnect={setFound} />
        {showsPending ? null : <ResumeNote />}
      </InTree>
      {elements.map(({ element, id }) => (
        <InTree key={id} of={element} {...{ styles, inPlace }}>
          <Themed>
            <Guarded key={element.outerHTML} name={element.localName}>
              <ElementView element={element} />
            </Guarded>
          </Themed>
        </InTree>
      ))}
    </SluiceProvider>
  )
}

/** Draws in the shadow tree of an element, with the kit's styles. */
function InTree(props: ElementLook & { readonly of: HTMLElement; readonly children: ReactNode }): ReactNode {
  const { of, styles, inPlace, children } = props
  const { stylesOf } = useKitParts()
  const { root, content, portals } = treeIn(of)
  useLayoutEffect(() => stylesOf(styles).adopt(root), [stylesOf, styles, root])
  return createPortal(
    <KitContainer container={inPlace ? portals : undefined}>{children}</KitContainer>,
    content,
  )
}

/** The client that the attributes describe: `provider`, `chain`, and what they leave open by default. */
export function clientOf(host: Element): Client {
  const provider = readKit(host, 'provider')
  const chain = readKit(host, 'chain')
  if (provider === null || chain === null || !/^[1-9][0-9]*$/.test(chain))
    throw new Error('<sluice-kit> needs provider="https://…" and chain="…", or its client property.')
  const rpc = readKit(host, 'rpc')
  const described: ChainConfig = {
    id: Number(chain),
    name: readKit(host, 'chain-name') ?? `Chain ${chain}`,
    baseApiUrl: provider,
    active: true,
    ...(rpc === null ? {} : { rpcUrls: [rpc] }),
  }
  const source = readKit(host, 'source')
  // A reload forgets nothing that was signed here.
  const storage = browserStorage()
  return createClient({ chains: [described], storage, ...(source === null ? {} : { source }) })
}

function themeOf(host: Element): Theme {
  const scheme = readKit(host, 'scheme')
  return scheme === 'light' || scheme === 'dark' ? { scheme } : { scheme: 'system' }
}
