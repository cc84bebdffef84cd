import { isOpenOrder, watchSignedOrders } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const account = await wallet.address()
const stop = watchSignedOrders(client, { account, wallet }, (signed) => {
  const open = signed.filter(({ state }) => isOpenOrder(state))
  document.title = `${open.length} orders open`
})
window.addEventListener('pagehide', stop)
