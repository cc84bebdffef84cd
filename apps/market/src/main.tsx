import '@fontsource-variable/instrument-sans'
import './styles/market.css'
import '@sluice/react/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { marketConfig } from '../market.config.ts'
import { App, openPage } from './App.tsx'
import { readStack } from './config.ts'
import { Message } from './parts/Message.tsx'
import { preferredLanguage, SpeechProvider } from './speech.tsx'
import { loadSpeech } from './words/loadSpeech.ts'

const root = createRoot(document.getElementById('root') as HTMLElement)

/** A function: pages import what stands in this file's chunk, so they cannot come before it has run to its end. */
async function start(): Promise<void> {
  try {
    const [config, speech] = await Promise.all([
      marketConfig ?? readStack(),
      loadSpeech(preferredLanguage()),
      openPage(location.pathname),
    ])
    root.render(
      <StrictMode>
        <SpeechProvider first={speech}>
          <App config={config} />
        </SpeechProvider>
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

void start()
