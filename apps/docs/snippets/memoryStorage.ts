import { createClient, type JournalStorage, memoryStorage } from '@sluice/core'
import { base } from '@sluice/core/chains'

// A script that ends with its trade needs no more; one that restarts keeps its journal in a storage of its own.
const storage: JournalStorage = memoryStorage()

export const client = createClient({
  chains: [{ ...base, baseApiUrl: 'https://provider.example/base', active: true }],
  storage,
})
