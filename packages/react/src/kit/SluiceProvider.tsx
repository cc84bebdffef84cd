'use client'

import type { Client, Wallet } from '@sluice/core'
import { QueryClient, QueryClientContext } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useId, useMemo, useRef, useState } from 'react'
import { enPage } from '../locales/en.page.ts'
import type { Messages, PageMessages } from '../locales/messages.ts'
import { createStyles, type Styles } from '../theme/createStyles.ts'
import type { Theme } from '../theme/theme.ts'
import { browserCart, type CartStorage, type CartStore, createCartStore } from './cart.ts'
import { createLazyParts, type LazyParts } from './createLazyParts.ts'
import { createDialogRoot, type DialogRoot } from './dialogs/createDialogRoot.ts'
import { createOpenDialogs, type OpenDialogs } from './dialogs/createOpenDialogs.ts'
import { createFormats, type Formats } from './formats.ts'
import { createRunStore, type RunStore } from './runs.ts'

/** What every part of the kit reads. Frozen; a change creates a new object. */
export type Kit = {
  /** The client that `createClient` made. */
  readonly client: Client
  /** The connected wallet, if there is one. */
  readonly wallet: Wallet | undefined
  /** The wallet's account, lower-cased; absent until a wallet is connected and has answered. */
  readonly account: `0x${string}` | undefined
  /** Colors and measures. */
  readonly theme: Theme
  /** What buttons, lists and forms say, in one language. `useMessages` has every sentence. */
  readonly messages: PageMessages
  /** Numbers and times in the language of the messages. */
  readonly formats: Formats
  /** Opens the host's own way to add funds, see `onAddFunds` of {@link SluiceProvider}. */
  readonly addFunds: ((missing: MissingFunds) => unknown) | undefined
  /** Opens the host's own connect dialog, see `onConnect` of {@link SluiceProvider}. */
  readonly connect: (() => unknown) | undefined
  /** Holds what the hooks read (TanStack Query). */
  readonly queryClient: QueryClient
  /** First part of every query key of this kit. */
  readonly scope: string
  /** The runs of this kit, which outlive the components that started them. */
  readonly runs: RunStore
  /** The cart. */
  readonly cart: CartStore
  /** Where dialogs are drawn; next to the page's body by default. */
  readonly container: HTMLElement | undefined
  /** Finds the account behind a name, if the host gave a resolver. */
  readonly resolveName: NameResolver | undefined
  /** The currency of the estimates next to prices, by its lower-case code; `none` shows none. */
  readonly currency: string
  /** Whether lists say that the provider takes long, see {@link SluiceProvider}. */
  readonly saysSlow: boolean
}

/** What an account lacks for what it wants to do. */
export type MissingFunds = {
  /** The connected account. */
  readonly account: `0x${string}`
  /** The chain on which it is missing. */
  readonly chainId: number
  /** Contract of the currency; the all-zero address is the native coin. */
  readonly currency: `0x${string}`
  /** At least this much is missing, in base units, without the network fee. Absent if it is not known. */
  readonly amount: bigint | undefined
}

/**
 * Finds the account behind a name, such as one of ENS: `viem`'s `getEnsAddress` over the host's own node. `undefined`
 * or `null` if no account has the name.
 */
export type NameResolver = (
  name: string,
  options: { readonly signal: AbortSignal },
) => Promise<string | null | undefined>

const KitContext = createContext<Kit | undefined>(undefined)

/** What the kit's own parts share and hosts do not see. */
export type KitParts = {
  readonly tree: 'shadow' | 'light'
  readonly dialogRoot: DialogRoot
  readonly dialogs: OpenDialogs
  /** What of the kit is loaded when it is needed. */
  readonly lazyParts: LazyParts
  /** The messages that the host gave; absent for English. */
  readonly messages: Messages | undefined
  /** The style sheet with this text, which every shadow tree of the kit shares. */
  readonly stylesOf: (text: string) => Styles
}

/** The parts of the nearest kit; `useKitParts` reads them. */
export const PartsContext = createContext<KitParts | undefined>(undefined)

export type SluiceProviderProps = {
  /** The client that `createClient` made. */
  readonly client: Client
  /** The connected wallet. Pass a new one when the account changes. */
  readonly wallet?: Wallet | undefined
  /** Colors and measures; the kit's own by default. */
  readonly theme?: Theme
  /** English by default; `loadMessages` loads another language. */
  readonly messages?: Messages | undefined
  /**
   * Called by every "Connect wallet" button of the kit. The dialog with the button closes, and opens again once a wallet
   * is connected; not if this returns `false`, or a promise of `false`, because the user gave up.
   */
  readonly onConnect?: () => unknown
  /**
   * Called by the "Add funds" button, which is shown where the account holds too little: opens an on-ramp, a bridge or a
   * swap of the host. Without it the account's address is shown alone. The dialog stays open, and goes on by itself once
   * the chain shows the funds.
   */
  readonly onAddFunds?: (missing: MissingFunds) => unknown
  /** By default the host's from TanStack Query's context, or one of the kit's own if there is none. */
  readonly queryClient?: QueryClient
  /**
   * First part of this kit's query keys; unique by default. With a name of its own a page can read ahead before the kit
   * is mounted: `queryClient.prefetchQuery(tokenQuery({ client, scope }, …))`. Read once.
   */
  readonly scope?: string
  /** Where the cart is stored; the browser's storage by default. Read once. */
  readonly cartStorage?: CartStorage
  /** With it, a transfer accepts names as well as addresses. */
  readonly resolveName?: NameResolver
  /**
   * The reader's currency, by its code of three letters: prices show an estimate in it, such as "≈ $12.34", if the
   * provider tells a rate. `none` shows and reads none. US dollars (`usd`) by default.
   */
  readonly currency?: string | undefined
  /**
   * Where dialogs are drawn. `shadow`, the default: in a shadow tree beside the page's body, where no style of the page
   * reaches in. `light`: in the page's body, for hosts that style the kit's classes themselves and import
   * `@sluice/react/styles.css`.
   */
  readonly tree?: 'shadow' | 'light'
  /**
   * The nonce of the page's `Content-Security-Policy`, for browsers that cannot construct style sheets. Others need
   * none. Read once.
   */
  readonly nonce?: string | undefined
  /** Whether the browser's Back closes an open dialog instead of leaving the page; `true` by default. */
  readonly closeOnBack?: boolean
  /**
   * Whether lists of the kit say that the provider takes long to answer; `true` by default. `false` for a page that says
   * so itself, see `useSlowReads`. Dialogs always say it.
   */
  readonly saysSlow?: boolean
  /** The page: every part of the kit must be inside. */
  readonly children?: ReactNode
}

/**
 * Gives hooks, flows and dialogs below it their client and wallet. A page may have several, which share nothing.
 *
 * @example
 * <SluiceProvider client={client} wallet={wallet} onConnect={openConnectDialog}>
 *   <BuyButton token="0x…:42" />
 * </SluiceProvider>
 */
export function SluiceProvider(props: SluiceProviderProps): ReactNode {
  const { client, wallet, theme, messages = enPage, onConnect, onAddFunds, resolveName } = props
  const { saysSlow = true } = props
  const currency = (props.currency ?? 'usd').toLowerCase()
  const id = useId()
  const [scope] = useState(props.scope ?? id)
  const hosts = useContext(QueryClientContext)
  const [own] = useState(() => new QueryClient())
  const queryClient = props.queryClient ?? hosts ?? own
  const account = useAccountOf(wallet)
  const [cart] = useState(() => createCartStore(props.cartStorage ?? browserCart()))
  const present = useRef(account)
  present.current = account
  const runs = useMemo(
    () =>
      createRunStore(
        ({ execution: { chainId } }) => {
          void queryClient.invalidateQueries({ queryKey: ['sluice', scope, chainId] })
        },
        () => present.current,
      ),
    [queryClient, scope],
  )
  const formats = useMemo(() => createFormats(messages.locale), [messages.locale])
  const kit = useMemo<Kit>(
    () =>
      Object.freeze({
        client,
        wallet,
        account,
        theme: theme ?? {},
        messages,
        formats,
        connect: onConnect,
        addFunds: onAddFunds,
        queryClient,
        scope,
        runs,
        cart,
        container: undefined,
        resolveName,
        currency,
        saysSlow,
      }),
    [
      client,
      wallet,
      account,
      theme,
      messages,
      formats,
      onConnect,
      onAddFunds,
      queryClient,
      scope,
      runs,
      cart,
      resolveName,
      currency,
      saysSlow,
    ],
  )
  return (
    <KitContext.Provider value={kit}>
      <PartsContext.Provider value={useParts(props, account)}>{props.children}</PartsContext.Provider>
    </KitContext.Provider>
  )
}

function useParts(
  { tree = 'shadow', messages, nonce, closeOnBack = true }: SluiceProviderProps,
  account: Kit['account'],
): KitParts {
  const closesOnBack = useRef(closeOnBack)
  closesOnBack.current = closeOnBack
  const [own] = useState(() => {
    const styles = new Map<string, Styles>()
    const stylesOf = (text: string) => {
      const found = styles.get(text) ?? createStyles(text, nonce)
      styles.set(text, found)
      return found
    }
    const dialogs = createOpenDialogs(() => closesOnBack.current)
    return { dialogRoot: createDialogRoot(), dialogs, lazyParts: createLazyParts(), stylesOf }
  })
  useEffect(() => () => own.dialogRoot.remove(), [own])
  useEffect(() => {
    if (account !== undefined) own.dialogs.connected()
  }, [account, own])
  return useMemo(() => ({ tree, messages, ...own }), [tree, messages, own])
}

/** What the parts of the nearest kit share. */
export function useKitParts(): KitParts {
  const parts = useContext(PartsContext)
  if (parts === undefined) throw outside()
  return parts
}

/**
 * The kit of the nearest {@link SluiceProvider}.
 *
 * @throws {Error} outside a provider.
 * @example
 * const { account, messages } = useKit()
 */
export function useKit(): Kit {
  const kit = useContext(KitContext)
  if (kit === undefined) throw outside()
  return kit
}

const outside = (): Error => new Error('A Sluice hook or component must be used inside <SluiceProvider>.')

/** The same kit, with dialogs drawn in `container`. */
export function KitContainer(props: {
  readonly container: HTMLElement | undefined
  readonly children?: ReactNode
}): ReactNode {
  const outer = useKit()
  const { container } = props
  const kit = useMemo<Kit>(() => Object.freeze({ ...outer, container }), [outer, container])
  return <KitContext.Provider value={kit}>{props.children}</KitContext.Provider>
}

function useAccountOf(wallet: Wallet | undefined): `0x${string}` | undefined {
  const [known, setKnown] = useState<{ wallet: Wallet; address: `0x${string}` | undefined }>()
  useEffect(() => {
    if (wallet === undefined) return
    let current = true
    const update = (address: `0x${string}` | undefined) => {
      if (current) setKnown({ wallet, address })
    }
    wallet.address().then(update, () => update(undefined))
    return () => {
      current = false
    }
  }, [wallet])
  return known?.wallet === wallet ? known?.address : undefined
}
