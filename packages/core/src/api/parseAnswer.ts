import { TradeError } from '../errors.ts'
import { property } from '../property.ts'

/**
 * Runs a parser of `@sluice/wire` on a provider's answer.
 * @throws {TradeError} `provider_malformed`, with the field in `data.field`.
 */
export function parseAnswer<T>(parser: (input: unknown) => T, input: unknown): T {
  try {
    return parser(input)
  } catch (cause) {
    // By name: the error's class is part of the parsers, which load on demand.
    if (!(cause instanceof Error) || cause.name !== 'ParseError') throw cause
    throw new TradeError('provider_malformed', cause.message, {
      cause,
      data: { field: String(property(cause, 'path')) },
    })
  }
}
