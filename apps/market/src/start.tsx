import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { LocaleProvider, preferredLanguage } from './locale.tsx'
import { loadLocale } from './locales/loadLocale.ts'
import type { Opening } from './opening.ts'
import { loadPages } from './pages.ts'
import { Message } from './parts/Message.tsx'
import type { Place } from './place.ts'

/** The scripts wait for nothing, not even for the end of the document, whose outline the page replaces. */
async function documentRead(): Promise<void> {
  if (document.readyState !== 'loading') return
  await new Promise((done) => document.addEventListener('DOMContentLoaded', done, { once: true }))
}

/** Draws the market in the place of its outline. */
export async function start(opening: Promise<Opening>, place: Place): Promise<void> {
  await documentRead()
  const root = createRoot(document.getElementById('root') as HTMLElement)
  try {
    const [opened, locale, pages] = await Promise.all([
      opening,
      loadLocale(preferredLanguage()),
      loadPages(place.page),
    ])
    root.render(
      <StrictMode>
        <LocaleProvider first={locale}>
          <App opening={opened} pages={pages} />
        </LocaleProvider>
      </StrictMode>,
    )
  } catch (cause) {
    console.error(cause)
    root.render(
      <main className="page">
        <Message
          page
          title="No market is open here"
          action={{ label: 'Try again', act: () => location.reload() }}
        >
          This page found no provider. Start the local stack, or name a provider in market.config.ts.
        </Message>
      </main>,
    )
  }
}
