import type { Plan } from '@sluice/wire'
import { TradeError } from '../errors.ts'
import { printable } from './request.ts'

/** A successful status may still carry the specification's `error` instead of steps. */
export function readPlan(answer: unknown, parser: (input: unknown) => Plan): Plan {
  const { error, steps } = (answer ?? {}) as { error?: unknown; steps?: unknown }
  if (typeof error === 'string' && error !== '' && !Array.isArray(steps))
    throw new TradeError('provider_error', `Request failed: ${printable(error)}`)
  return parsed(parser, answer)
}

/** Runs a parser of the wire; what it refuses is the provider's fault. */
export function parsed<T>(parser: (input: unknown) => T, input: unknown): T {
  try {
    return parser(input)
  } catch (cause) {
    // By name: the class is part of the parsers, which are loaded when they are needed.
    if (!(cause instanceof Error) || cause.name !== 'ParseError') throw cause
    const { path } = cause as Error & { path?: unknown }
    throw new TradeError('provider_malformed', cause.message, { cause, data: { field: String(path) } })
  }
}
