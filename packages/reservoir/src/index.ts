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
export { pollUntilHasData, pollUntilOk } from './poll.ts'
export {
  axios,
  type RequestConfig,
  type RequestResponse,
  refreshLiquidity,
  request,
  setParams,
} from './request.ts'
export { routes } from './routes.ts'
export { getClient } from './theClient.ts'
export { adaptViemWallet, type ReservoirWallet } from './wallet.ts'
