import { type NameResolver, SluiceProvider, type Theme } from '@sluice/react'
import { ResumeNote } from '@sluice/react/components'
import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Footer } from './header/Footer.tsx'
import { Header } from './header/Header.tsx'
import { useLocale, useMessages } from './locale.tsx'
import { MarketProvider } from './market.tsx'
import type { Opening } from './opening.ts'
import type { Pages } from './pages.ts'
import { Message, useWayOut } from './parts/Message.tsx'
import { CardSkeletons } from './parts/TokenCard.tsx'
import { TradeDialogs } from './parts/TradeDialogs.tsx'
import { type Meant, placeOf } from './place.ts'
import { scope } from './reads.ts'
import { keepScheme, preferredScheme, type Scheme, showScheme } from './scheme.ts'
import { useArrival } from './useArrival.ts'
import { useTitle } from './useTitle.ts'
import { ConnectionProvider, useConnection } from './wallets/Connection.tsx'

const NoChain = lazy(async () => ({ default: (await import('./parts/NoChain.tsx')).NoChain }))
const ConnectDialog = lazy(async () => ({
  default: (await import('./wallets/ConnectDialog.tsx')).ConnectDialog,
}))

const themes = {
  colors: { surface: { light: '#ffffff', dark: '#161618' } },
  measures: { font: '"Instrument Sans Variable", ui-sans-serif, system-ui, sans-serif' },
} as const
type AppProps = { readonly opening: Opening; readonly pages: Pages }

/** The whole app over one configuration. */
export function App(props: AppProps): ReactNode {
  const { queryClient, config } = props.opening
  return (
    <QueryClientProvider client={queryClient}>
      <ConnectionProvider config={config}>
        <Trading {...props} />
      </ConnectionProvider>
    </QueryClientProvider>
  )
}

function Trading({ opening, pages }: AppProps): ReactNode {
  const { client, config } = opening
  const { connected, asking, ask } = useConnection()
  const [scheme, setScheme] = useScheme()
  const { locale } = useLocale()
  const theme = useMemo<Theme>(() => ({ ...themes, scheme }), [scheme])
  const { names } = config
  const resolveName = useMemo(() => (names === undefined ? undefined : resolverOf(names.rpcUrl)), [names])
  const first = config.chains[0]?.slug ?? ''
  return (
    <SluiceProvider
      client={client}
      scope={scope}
      wallet={connected?.wallet}
      theme={theme}
      messages={locale.kit}
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
                <Content of={pages} />
                <Footer />
              </MarketProvider>
            ) : (
              <Suspense>
                <NoChain config={config} />
              </Suspense>
            )
          }
        </Route>
      </Switch>
      <Connecting config={config} asking={asking} />
      <ResumeNote />
    </SluiceProvider>
  )
}

const resolverOf =
  (rpcUrl: string): NameResolver =>
  async (name, { signal }) =>
    (await import('./wallets/nameService.ts')).resolveName(rpcUrl, name, signal)

/** Loaded when it is first asked for, and then kept, so that it can close as it opened. */
function Connecting(props: { readonly config: Opening['config']; readonly asking: boolean }): ReactNode {
  const { config, asking } = props
  const [asked, setAsked] = useState(asking)
  if (asking && !asked) setAsked(true)
  return <Suspense>{asked ? <ConnectDialog config={config} /> : null}</Suspense>
}

function Content({ of }: { readonly of: Pages }): ReactNode {
  const content = useRef<HTMLElement>(null)
  useArrival(content)
  return (
    <main ref={content} className="page" id="content" tabIndex={-1}>
      <TradeDialogs>
        <Page of={of} />
      </TradeDialogs>
    </main>
  )
}

function Page({ of }: { readonly of: Pages }): ReactNode {
  return (
    <Suspense fallback={<CardSkeletons />}>
      <Placed of={of} />
    </Suspense>
  )
}

function Placed({ of }: { readonly of: Pages }): ReactNode {
  const [path] = useLocation()
  const place = placeOf(path)
  switch (place.page) {
    case 'home':
      return <of.home />
    case 'collection':
      return <of.collection key={place.id} id={place.id} />
    case 'token':
      return <of.token key={place.token} token={place.token} />
    case 'account':
      return <of.account key={place.address} address={place.address} />
    case 'lost':
      return <Lost meant={place.meant} />
    default:
      return place satisfies never
  }
}

function Lost({ meant }: { readonly meant: Meant }): ReactNode {
  const { common } = useMessages()
  useTitle(common.lostTitle)
  return (
    <Message page title={common.lostTitle} action={useWayOut()}>
      {common.lost[meant]}
    </Message>
  )
}

/** Light or dark, as the visitor last chose. */
function useScheme(): readonly [Scheme, (scheme: Scheme) => void] {
  const [scheme, setScheme] = useState(preferredScheme)
  useEffect(() => showScheme(scheme), [scheme])
  const choose = (next: Scheme) => {
    keepScheme(next)
    setScheme(next)
  }
  return [scheme, choose]
}
