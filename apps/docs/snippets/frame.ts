import { browserStorage, createClient } from '@sluice/core'
import { base } from '@sluice/core/chains'
import { startFrame } from '@sluice/react/frame'

await startFrame({
  origins: ['https://shop.example'],
  client: createClient({
    chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
    storage: browserStorage(),
  }),
})
