import { preload } from '@sluice/core'
import { client } from './wallet.ts'

// While the pointer is still on its way to the button. Should it fail, the click loads it again.
document.querySelector('#buy')?.addEventListener(
  'pointerenter',
  () => {
    preload('buy').catch((cause: unknown) => client.log.verbose('Not loaded yet.', { cause: String(cause) }))
  },
  { once: true },
)
