import { client } from './wallet.ts'

const stop = client.on('*', ({ kind, execution, chainId }) => {
  console.log(kind, chainId, execution.status)
})
client.on('purchase_complete', ({ execution }) => {
  console.log(execution.path.map(({ contract, tokenId }) => `${contract}:${tokenId}`))
})
window.addEventListener('pagehide', stop)
