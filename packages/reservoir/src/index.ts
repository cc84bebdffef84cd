import { tools } from './client.ts'

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
  getClient,
  type PaymentToken,
  type ReservoirChain,
  type ReservoirClient,
  type ReservoirClientOptions,
} from './client.ts'
export { customChains } from './customChains.ts'
export { APIError, isAPIError, TransactionTimeoutError } from './errors.ts'
export type {
  EventListener as ReservoirEventListener,
  ReservoirEvent,
  ReservoirEventName,
} from './events.ts'
export type {
  BuyPath,
  Execute,
  Execute as BuyResponses,
  SellPath,
  Step,
  StepItem,
  StepItem as SignatureStepItem,
  StepItem as TransactionStepItem,
} from './execute.ts'
export { executeSteps } from './executeSteps.ts'
export { log } from './log.ts'
export type { paths } from './paths.ts'
export { type RequestConfig, type RequestResponse, setParams } from './request.ts'
export { routes } from './routes.ts'
export { adaptViemWallet, type ReservoirWallet } from './wallet.ts'

export const { axios, pollUntilHasData, pollUntilOk, refreshLiquidity, request } = tools
