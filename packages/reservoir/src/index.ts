export { LogLevel, type Transfer as TransferData } from '@sluice/core'
export type {
  AcceptOfferParameters,
  ActionParameters,
  Actions as ReservoirClientActions,
  BuyTokenBodyParameters,
  BuyTokenParameters,
  CancelOrderParameters,
  ExpectedPrice,
  ListTokenParameters,
  PlaceBidParameters,
  ReservoirBid,
  ReservoirListing,
  TransferTokensParameters,
} from './actions.ts'
export { reservoirChains } from './chains.ts'
export {
  createClient,
  type PaymentToken,
  type ReservoirChain,
  type ReservoirClient,
  type ReservoirClientOptions,
} from './client.ts'
export { APIError, isAPIError, TransactionTimeoutError } from './errors.ts'
export type {
  EventListener as ReservoirEventListener,
  ReservoirEvent,
  ReservoirEventName,
} from './events.ts'
export type { BuyPath, Execute, SellPath, Step, StepItem } from './execute.ts'
export { setParams } from './setParams.ts'
export { getClient } from './theClient.ts'
export { adaptViemWallet, type ReservoirWallet } from './wallet.ts'
