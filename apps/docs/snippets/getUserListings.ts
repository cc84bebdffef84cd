import { cancelOrders, getUserListings } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const user = await wallet.address()
const { items } = await getUserListings(client, { user, limit: 50 })
const orderIds = items.map(({ id }) => id)
if (orderIds.length > 0) await cancelOrders(client, { wallet, orderIds }).result()
