import type { ChainConfig } from '@sluice/core'
import file from '../market.json'

/** The chain with its currencies, contracts and provider, as `createClient` takes it. */
export const chain = file.chain as ChainConfig

/** The well-known private key of a funded account, if the app was created for a local stack; absent otherwise. */
export const developmentKey = (file as { readonly developmentKey?: string }).developmentKey as
  | `0x${string}`
  | undefined
