import { browserStorage, createClient, LogLevel } from '@sluice/core'
import { base, mainnet } from '@sluice/core/chains'

export const client = createClient({
  chains: [
    { ...base, baseApiUrl: 'https://provider.example/base', active: true },
    { ...mainnet, baseApiUrl: 'https://provider.example/ethereum' },
  ],
  source: 'shop.example',
  marketplaceFees: ['0x71c7656ec7ab88b098defb751b7401b5f6d8976f:100'],
  storage: browserStorage(),
  logLevel: LogLevel.Info,
})
