import { browserStorage, createClient, resume } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { wallet } from './wallet.ts'

// What was signed or sent outlives the page, so that a reload can go on with it.
const storage = browserStorage()
if (!storage.durable) console.warn('This window forgets: no order is signed in it.')

const chains = [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }]
await resume(createClient({ chains, storage }), { wallet })
