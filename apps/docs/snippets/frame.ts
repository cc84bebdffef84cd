import { browserStorage, createClient } from '@sluice/core'
import { startFrame } from '@sluice/react/frame'

await startFrame({
  origins: ['https://shop.example'],
  client: createClient({
    chains: [{ id: 8453, name: 'Base', baseApiUrl: 'https://provider.example/base', active: true }],
    storage: browserStorage(),
  }),
})
