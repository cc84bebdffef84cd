import '@fontsource-variable/instrument-sans'
import './styles/market.css'
import '@sluice/react/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { marketConfig } from '../market.config.ts'
import { App } from './App.tsx'
import { readStack } from './config.ts'
import { Message } from './parts/Message.tsx'

const root = createRoot(document.getElementById('root') as HTMLElement)

try {
  const config = marketConfig ?? (await readStack())
  root.render(
    <StrictMode>
      <App config={config} />
    </StrictMode>,
  )
} catch (cause) {
  console.error(cause)
  root.render(
    <main className="page">
      <Message title="No market is open here" action={{ label: 'Try again', act: () => location.reload() }}>
        This page found no provider. Start the local stack, or name a provider in market.config.ts.
      </Message>
    </main>,
  )
}
