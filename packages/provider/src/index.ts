export { type ChainConfig, type Config, ConfigError, readConfig } from './config.ts'
export { createProvider, type Provider } from './provider.ts'
