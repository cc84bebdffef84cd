import type { OrderComponents } from '@sluice/seaport'
import { readOrder } from '@sluice/wire'

/**
 * Finds the first order in any JSON: bare components, a posted body, a provider's response, typed data.
 * @throws {ParseError} that names the first invalid field of what looks like an order.
 */
export function findOrder(input: unknown): OrderComponents {
  const looked: unknown[] = [input]
  for (const value of looked) {
    if (typeof value !== 'object' || value === null) continue
    if ('offerer' in value && 'consideration' in value) return readOrder(value)
    if (looked.length < 10_000) looked.push(...Object.values(value))
  }
  throw new Error('There is no order in it: no object has an offerer and a consideration.')
}
