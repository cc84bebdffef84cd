import { browserStorage, createClient, LogLevel } from '@sluice/core'
import { type NameResolver, SluiceProvider, type Theme } from '@sluice/react'
import { ResumeNote } from '@sluice/react/components'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import type { MarketConfig } from './config.ts'
import { MarketProvider } from './market.tsx'
import { Footer } from './parts/Footer.tsx'
import { Header } from './parts/Header.tsx'
import { Message } from './parts/Message.tsx'
import { CardSkeletons } from './parts/TokenCard.tsx'
import { TradeDialogs } from './parts/TradeDialogs.tsx'
import { HomePage } from './routes/HomePage.tsx'
import { useSpeech, useWords } from './speech.tsx'
import { ConnectDialog } from './wallets/ConnectDialog.tsx'
import { ConnectionProvider, useConnection } from './wallets/Connection.tsx'

const openAccount = async () => ({ default: (await import('./routes/AccountPage.tsx')).AccountPage })
const openCollection = async () => ({
  default: (await import('./routes/CollectionPage.tsx')).CollectionPage,
})
const openToken = async () => ({ default: (await import('./routes/TokenPage.tsx')).TokenPage })
const AccountPage = lazy(openAccount)
const CollectionPage = lazy(openCollection)
const TokenPage = lazy(openToken)

/** Fetches the page that an address (`/chain/…`) names while the rest is still being prepared. */
export async function openPage(path: string): Promise<void> {
  const [, first, second] = path.split('/').filter((part) => part !== '')
  if (first === 'account') await openAccount()
  else if (second !== undefined) await openToken()
  else if (first !== undefined) await openCollection()
}

const themes = { colours: { surface: { light: '#ffffff', dark: '#161618' } } } as const
const schemeKey = 'market.scheme'
export type Scheme = 'light' | 'dark'

/** The whole app over one configuration. */
export function App({ config }: { readonly config: MarketConfig }): ReactNode {
  const [queryClient] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: 2, refetchOnWindowFocus: true } } }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionProvider config={config}>
        <Trading config={config} />
      </ConnectionProvider>
    </QueryClientProvider>
  )
}

function Trading({ config }: { readonly config: MarketConfig }): ReactNode {
  const { connected, ask } = useConnection()
  const [scheme, setScheme] = useScheme()
  const { speech } = useSpeech()
  const client = useMemo(() => {
    const { chains, accounts: _, walletConnect: __, names: ___, ...settings } = config
    return createClient({
      ...settings,
      chains: chains.map(({ chain }) => chain),
      logLevel: LogLevel.Warn,
      storage: browserStorage(),
    })
  }, [config])
  const theme = useMemo<Theme>(() => ({ ...themes, scheme }), [scheme])
  const { names } = config
  const resolveName = useMemo(() => (names === undefined ? undefined : resolverOf(names.rpcUrl)), [names])
  const first = config.chains[0]?.slug ?? ''
  return (
    <SluiceProvider
      client={client}
      wallet={connected?.wallet}
      theme={theme}
      words={speech.kit}
      onConnect={() => ask(true)}
      {...(resolveName === undefined ? {} : { resolveName })}
    >
      <Switch>
        <Route path="/">
          <Redirect to={`/${first}`} replace />
        </Route>
        <Route path="/:chain" nest>
          {({ chain: slug }) =>
            config.chains.some((entry) => entry.slug === slug) ? (
              <MarketProvider config={config} slug={slug}>
                <Header scheme={scheme} onScheme={setScheme} />
                <main className="page" id="content">
                  <TradeDialogs>
                    <Pages />
                  </TradeDialogs>
                </main>
                <Footer />
              </MarketProvider>
            ) : (
              <Redirect to={`~/${first}`} replace />
            )
          }
        </Route>
      </Switch>
      <ConnectDialog config={config} />
      <ResumeNote />
    </SluiceProvider>
  )
}

const resolverOf =
  (rpcUrl: string): NameResolver =>
  async (name, { signal }) =>
    (await import('./wallets/nameService.ts')).resolveName(rpcUrl, name, signal)

function Pages(): ReactNode {
  return (
    <Suspense fallback={<CardSkeletons />}>
      <Routes />
    </Suspense>
  )
}

function Routes(): ReactNode {
  return (
    <Switch>
      <Route path="/" component={HomePage} />
      <Route path="/account/:address?">
        {({ address }) => <AccountPage key={address} address={address} />}
      </Route>
      <Route path="/:collection">
        {({ collection }) => <CollectionPage key={collection} id={collection} />}
      </Route>
      <Route path="/:collection/:tokenId">
        {({ collection, tokenId }) => (
          <TokenPage key={`${collection}:${tokenId}`} token={`${collection}:${tokenId}`} />
        )}
      </Route>
      <Route>
        <Lost />
      </Route>
    </Switch>
  )
}

function Lost(): ReactNode {
  const { common } = useWords()
  return (
    <Message page title={common.lostTitle}>
      {common.lost}
    </Message>
  )
}

/** Light or dark: the visitor's choice, else the device's. */
function useScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const [scheme, setScheme] = useState<Scheme>(() => {
    const kept = localStorage.getItem(schemeKey)
    if (kept === 'light' || kept === 'dark') return kept
    return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  })
  useEffect(() => {
    document.documentElement.dataset.scheme = scheme
  }, [scheme])
  const choose = (next: Scheme) => {
    localStorage.setItem(schemeKey, next)
    setScheme(next)
  }
  return [scheme, choose]
}
