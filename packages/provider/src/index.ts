export { type ChainConfig, type Config, ConfigError, readConfig } from './config.ts'
export { createOrderVerifier, type OrderVerifier } from './orders/verifier.ts'
export { createProvider, type Provider } from './provider.ts'
export { startEmbeddedPostgres } from './storage/embedded.ts'
