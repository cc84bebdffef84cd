import { createClient, eip1193Wallet } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import { BidDialog, BuyDialog, Inline } from '@sluice/react/components'
import '@sluice/react/styles.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

// The test writes what a deployment would: a chain, a token, an account, which dialog, and options of the provider.
const { chain, token, account, dialog, inline, options, connected: first = true } = globalThis.setup
const client = createClient({ chains: [chain] })

/** A wallet that shows an account and can do nothing else. */
const watching = eip1193Wallet({
  request: async ({ method }) => {
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account]
    if (method === 'eth_chainId') return `0x${chain.id.toString(16)}`
    throw Object.assign(new Error('It only watches.'), { code: 4200 })
  },
})

const heard = []
Object.assign(globalThis, { heard })
for (const name of ['click', 'keydown', 'pointerdown', 'focusin', 'wheel'])
  document.addEventListener(name, () => heard.push(name))

function Host() {
  const [connected, setConnected] = useState(first)
  const [wallet] = useState(watching)
  const trigger = (
    <button type="button" id="opener">
      Open
    </button>
  )
  const shown =
    dialog === 'bid' ? (
      <BidDialog target={{ token }} name="A token" trigger={inline ? undefined : trigger} />
    ) : (
      <BuyDialog token={token} trigger={inline ? undefined : trigger} />
    )
  return (
    <SluiceProvider
      client={client}
      wallet={connected ? wallet : undefined}
      onConnect={() => setConnected(true)}
      {...options}
    >
      <header>
        <h2>A shop</h2>
        <button type="button">Menu</button>
      </header>
      <main>
        {/* biome-ignore lint: a card that is clickable as a whole, as many are */}
        <div id="card" onClick={() => heard.push('card')}>
          <img
            alt=""
            width="40"
            height="40"
            src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
          />
          <p>Words of the shop</p>
          <input aria-label="Search" />
          {inline ? <Inline>{shown}</Inline> : shown}
        </div>
        <div id="tall" />
      </main>
    </SluiceProvider>
  )
}

createRoot(document.getElementById('root')).render(<Host />)
