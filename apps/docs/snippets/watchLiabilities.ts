import { isOpenLiability, watchLiabilities } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const account = await wallet.address()
const stop = watchLiabilities(client, { account, wallet }, (signed) => {
  const open = signed.filter(({ state }) => isOpenLiability(state))
  document.title = `${open.length} orders open`
})
window.addEventListener('pagehide', stop)
