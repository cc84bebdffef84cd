import { cancelLiabilities, getLiabilities, isOpenLiability } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const signed = await getLiabilities(client, { wallet })
const open = signed.filter(({ state }) => isOpenLiability(state))
console.log(`${open.length} of ${signed.length} signatures still stand.`)

// On chain, from what the journal kept: the provider may be gone.
await cancelLiabilities(client, { wallet, all: true }).result()
