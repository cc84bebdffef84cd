import { type Eip1193Provider, eip1193Wallet } from '@sluice/core'

declare const injected: Eip1193Provider

export const wallet = eip1193Wallet(injected, {
  capabilities: { paymasterService: { url: 'https://paymaster.example/rpc', optional: true } },
})
