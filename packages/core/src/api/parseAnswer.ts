import type { Plan } from '@sluice/wire'
import { TradeError } from '../errors.ts'
import { printable } from './request.ts'

/** A successful status may still carry the specification's `error`; steps beside it are not followed. */
export function readPlan(answer: unknown, parser: (input: unknown) => Plan): Plan {
  const { error } = (answer ?? {}) as { error?: unknown }
  if (error) {
    const text = typeof error === 'string' ? error : 'Unknown Reason'
    throw new TradeError('provider_error', `Request failed: ${printable(text)}`)
  }
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
