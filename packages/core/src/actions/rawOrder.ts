import { orderHash } from '@sluice/seaport'
import { orderComponents, parse } from '@sluice/wire'
import type { Hex } from 'viem'
import { invalidInput } from '../errors.ts'

/**
 * Names a raw order by its own hash, so that no other can be filled in its place.
 * @throws {TradeError} `invalid_input`
 */
export function rawOrderHash(data: unknown, field: string): Hex {
  try {
    return orderHash(parse(orderComponents, data, 'The raw order'))
  } catch (cause) {
    throw invalidInput(field, cause instanceof Error ? cause.message : 'The raw order is malformed.')
  }
}
