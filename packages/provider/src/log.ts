import { type DestinationStream, type Logger, pino } from 'pino'
import { errorCode } from './errorCauses.ts'

/** Addresses of nodes, databases and gateways hold keys and passwords: of each, only the host is logged. */
const addresses = /\b((?:https?|wss?|postgres(?:ql)?|nats|tls):\/\/)(?:[^\s/"'@]*@)?([^\s/"'?#]+)[^\s"']*/gi
const scrubbed = (text: string): string => text.replace(addresses, '$1$2/…')

/** Causes that are logged for one error. */
const deepest = 5

/** An error as it is logged: its description, and none of its other fields. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return typeof error === 'string' ? scrubbed(error) : typeof error
  const code = errorCode(error)
  return {
    type: error.name,
    message: scrubbed(error.message),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(depth === 0 && error.stack !== undefined ? { stack: scrubbed(error.stack) } : {}),
    ...(error.cause === undefined || depth === deepest
      ? {}
      : { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The log of a process: lines of JSON on standard error, without keys. */
export const createLog = (level: string, to: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, serializers: { err: (error: unknown) => describeError(error) } }, to)
