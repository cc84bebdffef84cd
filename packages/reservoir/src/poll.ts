import { type RequestConfig, type RequestResponse, request } from './request.ts'

/** Milliseconds between two attempts, as the ancestor had it. */
const pause = 5_000

const wait = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds)
  })

/**
 * Asks until the answer passes `validate` (by default: its status is 200), every `pollingInterval` milliseconds.
 * @throws {Error} in the ancestor's words after `maximumAttempts`; what `request` throws at once.
 */
export async function pollUntilOk(
  config: RequestConfig,
  validate: (response: RequestResponse) => boolean = ({ status }) => status === 200,
  maximumAttempts = 15,
  attemptCount = 0,
  pollingInterval = pause,
): Promise<true> {
  for (let attempt = attemptCount; attempt < maximumAttempts; attempt += 1) {
    if (attempt > attemptCount) await wait(pollingInterval)
    if (validate(await request(config))) return true
  }
  throw new Error(`Failed to get an ok response after ${maximumAttempts} attempt(s), aborting`)
}

/**
 * Asks until `dataParser` finds what it looks for, and answers that body. The ancestor lost it after the first wait.
 * @throws {Error} in the ancestor's words after `maximumAttempts`; what `request` throws at once.
 */
export async function pollUntilHasData<T = unknown>(
  config: RequestConfig,
  dataParser: (body: T) => boolean,
  maximumAttempts = 15,
  attemptCount = 0,
  pollingInterval = pause,
): Promise<T> {
  for (let attempt = attemptCount; attempt < maximumAttempts; attempt += 1) {
    if (attempt > attemptCount) await wait(pollingInterval)
    const { data } = await request<T>(config)
    if (dataParser(data)) return data
  }
  throw new Error(`Failed to get data after ${maximumAttempts} attempt(s), aborting`)
}
