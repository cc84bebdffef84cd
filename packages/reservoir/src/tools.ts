import { LogLevel } from '@sluice/core'
import { customChains } from './customChains.ts'
import { APIError, isAPIError } from './errors.ts'
import { executeSteps } from './executeSteps.ts'
import { log } from './log.ts'
import { pollUntilHasData, pollUntilOk } from './poll.ts'
import { axios, refreshLiquidity, request, setParams } from './request.ts'
import { adaptViemWallet } from './wallet.ts'

/** What the ancestor's client carried as `client.utils`: each is a name of this package too. */
export const tools = Object.freeze({
  executeSteps,
  setParams,
  pollUntilOk,
  pollUntilHasData,
  request,
  APIError,
  isAPIError,
  log,
  LogLevel,
  axios,
  adaptViemWallet,
  customChains,
  refreshLiquidity,
})
