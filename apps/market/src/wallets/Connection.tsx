import { eip1193Wallet, type Wallet } from '@sluice/core'
import { type BrowserWallet, useBrowserWallets } from '@sluice/react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import type { MarketConfig } from '../config.ts'
import { loadPart } from '../loading/loadPart.ts'
import { siteTitle } from '../useTitle.ts'
import { developmentWallet } from './developmentWallet.ts'
import type { Pairing } from './openSession.ts'
import { needsConnecting, useHasAccount } from './useHasAccount.ts'

/** Which wallet the visitor chose, kept for the next visit. */
type Choice =
  | { readonly kind: 'development'; readonly name: string }
  | { readonly kind: 'browser'; readonly rdns: string }

type Connected = {
  readonly choice: Choice
  readonly wallet: Wallet
  readonly label: string
  readonly icon?: string
}

export type Connection = {
  /** The wallet that was chosen; it may show no account, see `needsConnecting`. */
  readonly connected: Connected | undefined
  /** Whether a wallet has to be connected: none was chosen, or the chosen one is locked or no longer shows an account. */
  readonly needsConnecting: boolean
  readonly connectBrowser: (wallet: BrowserWallet) => void
  readonly connectDevelopment: (name: string) => void
  readonly disconnect: () => void
  /** Wallets other than those of the browser. */
  readonly others: readonly BrowserWallet[]
  /** The code that a wallet on another device has to scan now. */
  readonly pairing: Pairing
  readonly asking: boolean
  readonly ask: (open: boolean) => void
}

const ConnectionContext = createContext<Connection | undefined>(undefined)
const storageKey = 'market.wallet'

/** Provides the page's connected wallet and the dialog that connects one. */
export function ConnectionProvider(props: {
  readonly config: MarketConfig
  readonly children: ReactNode
}): ReactNode {
  const { config, children } = props
  const browsers = useBrowserWallets()
  const [pairing, setPairing] = useState<Pairing>()
  const others = useRemoteWallets(config, setPairing)
  const announced = useMemo(() => [...browsers, ...others], [browsers, others])
  const [choice, setChoice] = useState<Choice | undefined>(readChoice)
  const [asking, ask] = useState(false)
  const [generation, setGeneration] = useState(0)

  const development = choice?.kind === 'development' ? choice.name : undefined
  const account = config.accounts?.find(({ name }) => name === development)
  const browser =
    choice?.kind === 'browser' ? announced.find(({ info }) => info.rdns === choice.rdns) : undefined

  useEffect(() => {
    const provider = browser?.provider
    const changed = () => setGeneration((count) => count + 1)
    provider?.on?.('accountsChanged', changed)
    return () => provider?.removeListener?.('accountsChanged', changed)
  }, [browser])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account makes another wallet
  const connected = useMemo((): Connected | undefined => {
    if (choice === undefined) return undefined
    if (account !== undefined) {
      const chains = config.chains.map(({ chain }) => ({
        id: chain.id,
        name: chain.name,
        rpcUrl: chain.rpcUrls?.[0] ?? '',
      }))
      return { choice, wallet: developmentWallet(account, chains), label: account.name }
    }
    if (browser === undefined) return undefined
    const { name, icon } = browser.info
    return { choice, wallet: eip1193Wallet(browser.provider), label: name, icon }
  }, [choice, account, browser, config, generation])

  const hasAccount = useHasAccount(connected?.wallet)

  const choose = useCallback((next: Choice | undefined) => {
    setChoice(next)
    try {
      if (next === undefined) localStorage.removeItem(storageKey)
      else localStorage.setItem(storageKey, JSON.stringify(next))
    } catch {
      // A visitor who blocks storage connects again at the next visit.
    }
  }, [])

  const connection = useMemo<Connection>(
    () => ({
      connected,
      needsConnecting: needsConnecting(connected?.wallet, hasAccount),
      connectBrowser: ({ info }) => choose({ kind: 'browser', rdns: info.rdns }),
      connectDevelopment: (name) => {
        choose({ kind: 'development', name })
        ask(false)
      },
      disconnect: () => choose(undefined),
      others,
      pairing,
      asking,
      ask,
    }),
    [connected, hasAccount, choose, asking, others, pairing],
  )
  return <ConnectionContext.Provider value={connection}>{children}</ConnectionContext.Provider>
}

export function useConnection(): Connection {
  const connection = useContext(ConnectionContext)
  if (connection === undefined) throw new Error('useConnection stands outside <ConnectionProvider>.')
  return connection
}

/** Returns WalletConnect if the market has its own project, and nothing otherwise. */
function useRemoteWallets(
  config: MarketConfig,
  onPairing: (pairing: Pairing) => void,
): readonly BrowserWallet[] {
  const [wallets, setWallets] = useState<readonly BrowserWallet[]>([])
  useEffect(() => {
    const projectId = config.walletConnect?.projectId
    if (projectId === undefined) return
    const unmounted = new AbortController()
    const chains = config.chains.map(({ chain }) => ({ id: chain.id, rpcUrl: chain.rpcUrls?.[0] ?? '' }))
    const options = { projectId, name: siteTitle, url: location.origin, chains, onPairing }
    loadPart(async () => (await import('./walletConnect.ts')).walletConnect).then(
      (walletConnect) => {
        if (!unmounted.signal.aborted) setWallets([walletConnect(options)])
      },
      (cause: unknown) => console.error('WalletConnect could not be loaded, so it is not offered.', cause),
    )
    return () => unmounted.abort()
  }, [config, onPairing])
  return wallets
}

function readChoice(): Choice | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Choice> | null
    if (kept?.kind === 'development' && typeof kept.name === 'string') return kept as Choice
    if (kept?.kind === 'browser' && typeof kept.rdns === 'string') return kept as Choice
    return undefined
  } catch {
    return undefined
  }
}
