import { browserStorage, createClient, eip1193Wallet } from '@sluice/core'
import type { SluiceKitElement } from '@sluice/react/elements'
import '@sluice/react/elements'
import { setup } from './setup.ts'

const { chain, token, wallet, pollingInterval } = setup()
const kit = document.getElementById('kit') as SluiceKitElement
if (token === undefined) kit.replaceChildren()
else for (const id of ['buy', 'activity']) document.getElementById(id)?.setAttribute('token', token)
kit.configure({
  client: createClient({
    chains: [chain],
    storage: browserStorage(),
    ...(pollingInterval === undefined ? {} : { pollingInterval }),
  }),
})

// A page that has a wallet already gives it; else the kit asks by its own dialog.
if (wallet === 'first')
  window.addEventListener(
    'eip6963:announceProvider',
    (event) => {
      const { provider } = (event as CustomEvent<{ provider: Parameters<typeof eip1193Wallet>[0] }>).detail
      void provider
        .request({ method: 'eth_requestAccounts' })
        .then(() => kit.configure({ wallet: eip1193Wallet(provider) }))
    },
    { once: true },
  )
window.dispatchEvent(new Event('eip6963:requestProvider'))
