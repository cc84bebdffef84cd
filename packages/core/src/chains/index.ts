export type { ChainConfig, Conduit, KnownChain, PaymentToken } from './chain.ts'
