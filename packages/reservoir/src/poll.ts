import type { createRequests, RequestConfig, RequestResponse } from './request.ts'

/** Milliseconds between two attempts, as reservoir-sdk had it. */
const pause = 5_000

const wait = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds)
  })

type Pace = {
  readonly maximumAttempts: number
  readonly attemptCount: number
  readonly pollingInterval: number
}

/** The polling functions of reservoir-sdk over `request`. */
export function createPolls({ request }: Pick<ReturnType<typeof createRequests>, 'request'>) {
  /** Asks until an answer passes. `wanted` is what reservoir-sdk's words say that it did not get. */
  async function poll<T>(
    config: RequestConfig,
    passes: (response: RequestResponse<T>) => boolean,
    wanted: string,
    { maximumAttempts, attemptCount, pollingInterval }: Pace,
  ): Promise<RequestResponse<T>> {
    for (let attempt = attemptCount; attempt < maximumAttempts; attempt += 1) {
      if (attempt > attemptCount) await wait(pollingInterval)
      const response = await request<T>(config)
      if (passes(response)) return response
    }
    throw new Error(`Failed to get ${wanted} after ${maximumAttempts} attempt(s), aborting`)
  }

  /**
   * Asks until the answer passes `validate` (by default: its status is 200), every `pollingInterval` milliseconds.
   *
   * @throws {Error} in reservoir-sdk's words after `maximumAttempts`; what `request` throws at once.
   * @example
   * ```ts
   * const url = `https://provider.example/base/transactions/${hash}/synced/v1`
   * await pollUntilOk({ url }, ({ status }) => status < 300, 30)
   * ```
   */
  async function pollUntilOk(
    config: RequestConfig,
    validate: (response: RequestResponse) => boolean = ({ status }) => status === 200,
    maximumAttempts = 15,
    attemptCount = 0,
    pollingInterval = pause,
  ): Promise<true> {
    await poll(config, validate, 'an ok response', { maximumAttempts, attemptCount, pollingInterval })
    return true
  }

  /**
   * Asks until `dataParser` finds what it looks for, and answers that body. reservoir-sdk lost it after the first wait.
   *
   * @throws {Error} in reservoir-sdk's words after `maximumAttempts`; what `request` throws at once.
   * @example
   * ```ts
   * const url = 'https://provider.example/base/transfers/bulk/v1'
   * type Body = { readonly transfers: readonly unknown[] }
   * const config = { url, params: { txHash } }
   * const { transfers } = await pollUntilHasData<Body>(config, (body) => body.transfers.length > 0)
   * ```
   */
  async function pollUntilHasData<T = unknown>(
    config: RequestConfig,
    dataParser: (body: T) => boolean,
    maximumAttempts = 15,
    attemptCount = 0,
    pollingInterval = pause,
  ): Promise<T> {
    const { data } = await poll<T>(config, (response) => dataParser(response.data), 'data', {
      maximumAttempts,
      attemptCount,
      pollingInterval,
    })
    return data
  }

  return { pollUntilOk, pollUntilHasData }
}
