import type { TradeError } from '@sluice/core'

/** Statuses of a refusal that may be withdrawn: too slow, already under way, a dependency, too early, too many. */
const passing: readonly number[] = [408, 409, 424, 425, 429]

/** Whether the provider would refuse the same request again, so that only another one is worth sending. */
export function isRefused({ code, data }: TradeError): boolean {
  const { status = 500 } = data
  return code === 'provider_error' && status >= 400 && status < 500 && !passing.includes(status)
}
