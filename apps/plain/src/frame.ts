import { browserStorage, createClient } from '@sluice/core'
import { startFrame } from '@sluice/react/frame'
import { setup } from './setup.ts'

const { chain, origins = [] } = setup()
await startFrame({ origins, client: createClient({ chains: [chain], storage: browserStorage() }) })
