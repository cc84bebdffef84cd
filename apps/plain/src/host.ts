import { createClient } from '@sluice/core'
import type { SluiceKitElement } from '@sluice/react/elements'
import '@sluice/react/elements'

type Setup = { readonly chain: Parameters<typeof createClient>[0]['chains'][number]; readonly token: string }

/** What the test gives: a chain of the local stack and a token that is for sale. */
const { chain, token } = (globalThis as unknown as { setup: Setup }).setup
const kit = document.getElementById('kit') as SluiceKitElement
document.getElementById('buy')?.setAttribute('token', token)
document.getElementById('activity')?.setAttribute('token', token)
kit.configure({ client: createClient({ chains: [chain] }) })
