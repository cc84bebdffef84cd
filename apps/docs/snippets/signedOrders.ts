import { cancelSignedOrders, getSignedOrders, isOpenOrder } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const signed = await getSignedOrders(client, { wallet })
const open = signed.filter(({ state }) => isOpenOrder(state))
console.log(`${open.length} of ${signed.length} signatures still stand.`)

// On chain, from what the journal kept: the provider may be gone.
await cancelSignedOrders(client, { wallet, all: true }).result()
