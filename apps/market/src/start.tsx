import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { Failure } from './loading/Failure.tsx'
import { LoadError } from './loading/loadPart.ts'
import { loadPages } from './loading/pages.tsx'
import { LocaleProvider, useMessages } from './locale.tsx'
import { type Locale, loadLocale } from './locales/loadLocale.ts'
import { preferredLanguage } from './locales/preferredLanguage.ts'
import type { MarketBootstrap } from './openMarket.ts'
import { Message } from './parts/Message.tsx'
import type { Route } from './route.ts'

/** The scripts do not wait for the end of the document, whose outline the page replaces. */
async function documentRead(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((done) => document.addEventListener('DOMContentLoaded', done, { once: true }))
}

/** Loads the visitor's language, or English, which every page has, if that fails. */
const localeOf = (): Promise<Locale> =>
  loadLocale(preferredLanguage()).catch((cause: unknown) => {
    console.warn(cause)
    return loadLocale('en')
  })

/** Replaces the outline with the market. */
export async function start(bootstrap: Promise<MarketBootstrap>, route: Route): Promise<void> {
  await documentRead()
  const root = createRoot(document.getElementById('root') as HTMLElement)
  const language = localeOf()
  const draw = async (content: ReactNode) =>
    root.render(
      <StrictMode>
        <LocaleProvider first={await language}>{content}</LocaleProvider>
      </StrictMode>,
    )
  try {
    const [opened, pages] = await Promise.all([bootstrap, loadPages(route.page), language])
    await draw(<App bootstrap={opened} pages={pages} />)
  } catch (cause) {
    console.error(cause)
    await draw(
      <main className="page">
        {cause instanceof LoadError ? (
          <Failure cause={cause} kind="page" retry={() => location.reload()} />
        ) : (
          <NoProvider />
        )}
      </main>,
    )
  }
}

function NoProvider(): ReactNode {
  const { common } = useMessages()
  return (
    <Message
      page
      title={common.noProviderTitle}
      action={{ label: common.retry, act: () => location.reload() }}
    >
      {common.noProvider}
    </Message>
  )
}
