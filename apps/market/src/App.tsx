import { type NameResolver, SluiceProvider, type Theme } from '@sluice/react'
import { Boundary } from '@sluice/react/components'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { Footer } from './header/Footer.tsx'
import { Header } from './header/Header.tsx'
import { Failure } from './loading/Failure.tsx'
import { lazyPart } from './loading/lazyPart.tsx'
import type { Pages } from './loading/pages.tsx'
import { useLocale, useMessages } from './locale.tsx'
import { MarketProvider } from './market.tsx'
import type { MarketBootstrap } from './openMarket.ts'
import { Message, useWayOut } from './parts/Message.tsx'
import { TradeDialogs } from './parts/TradeDialogs.tsx'
import { scope } from './reads.ts'
import { type Missing, routeOf } from './route.ts'
import { useArrival } from './useArrival.ts'
import { useCurrency } from './useCurrency.ts'
import { useScheme } from './useScheme.ts'
import { useTitle } from './useTitle.ts'
import { ConnectionProvider, useConnection } from './wallets/Connection.tsx'

const NoChain = lazyPart(async () => (await import('./parts/NoChain.tsx')).NoChain, { kind: 'page' })
const ConnectDialog = lazyPart(async () => (await import('./wallets/ConnectDialog.tsx')).ConnectDialog, {
  kind: 'floating',
  isOpen: ({ open }) => open,
  close: ({ onClose }) => onClose(),
})

const themes = {
  colors: { surface: { light: '#ffffff', dark: '#161618' } },
  measures: {
    font: '"Instrument Sans Variable", "Instrument Sans Fallback", ui-sans-serif, system-ui, sans-serif',
  },
} as const
type AppProps = { readonly bootstrap: MarketBootstrap; readonly pages: Pages }

/** The whole app over one configuration. */
export function App(props: AppProps): ReactNode {
  const { queryClient, config } = props.bootstrap
  return (
    <Boundary fallback={(retry, cause) => <AllFailed cause={cause} retry={retry} />}>
      <QueryClientProvider client={queryClient}>
        <ConnectionProvider config={config}>
          <Trading {...props} />
        </ConnectionProvider>
      </QueryClientProvider>
    </Boundary>
  )
}

function Trading({ bootstrap, pages }: AppProps): ReactNode {
  const { client, config } = bootstrap
  const { connected, asking, ask } = useConnection()
  const scheme = useScheme()
  const currency = useCurrency()
  const { locale } = useLocale()
  const theme = useMemo<Theme>(() => ({ ...themes, scheme: scheme.scheme }), [scheme.scheme])
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
      currency={currency.code}
      saysSlow={false}
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
                <Header />
                <Content of={pages} />
                <Footer scheme={scheme} currency={currency} />
              </MarketProvider>
            ) : (
              <NoChain config={config} />
            )
          }
        </Route>
      </Switch>
      <Connecting config={config} asking={asking} onClose={() => ask(false)} />
    </SluiceProvider>
  )
}

const resolverOf =
  (rpcUrl: string): NameResolver =>
  async (name, { signal }) =>
    (await import('./wallets/nameService.ts')).resolveName(rpcUrl, name, signal)

/** Loaded when it is first asked for, and then kept, so that it can close as it opened. */
function Connecting(props: {
  readonly config: MarketBootstrap['config']
  readonly asking: boolean
  readonly onClose: () => void
}): ReactNode {
  const { config, asking, onClose } = props
  const [asked, setAsked] = useState(asking)
  if (asking && !asked) setAsked(true)
  return asked ? <ConnectDialog config={config} open={asking} onClose={onClose} /> : null
}

/** Shown if nothing of the market could be drawn: it offers to try again. */
function AllFailed(props: { readonly cause: unknown; readonly retry: () => void }): ReactNode {
  return (
    <main className="page">
      <Failure {...props} kind="page" />
    </main>
  )
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
  const [path] = useLocation()
  const route = routeOf(path)
  switch (route.page) {
    case 'home':
      return <of.home />
    case 'collection':
      return <of.collection key={route.id} id={route.id} />
    case 'token':
      return <of.token key={route.token} token={route.token} />
    case 'account':
      return <of.account key={route.address} address={route.address} />
    case 'notFound':
      return <NotFound missing={route.missing} />
    default:
      return route satisfies never
  }
}

function NotFound({ missing }: { readonly missing: Missing }): ReactNode {
  const { common } = useMessages()
  useTitle(common.lostTitle)
  return (
    <Message page title={common.lostTitle} action={useWayOut()}>
      {common.notFound[missing]}
    </Message>
  )
}
