import { LogLevel } from '@sluice/core'
import { customChains } from './customChains.ts'
import { APIError, isAPIError } from './errors.ts'
import { executeSteps } from './executeSteps.ts'
import { log } from './log.ts'
import { createPolls } from './poll.ts'
import { createRequests, type RequestSettings, setParams } from './request.ts'
import { adaptViemWallet } from './wallet.ts'

/** What reservoir-sdk's client carried as `client.utils`: each is a name of this package too. */
export function createTools(settings: () => RequestSettings) {
  const requests = createRequests(settings)
  return Object.freeze({
    executeSteps,
    setParams,
    ...createPolls(requests),
    ...requests,
    APIError,
    isAPIError,
    log,
    LogLevel,
    adaptViemWallet,
    customChains,
  })
}
