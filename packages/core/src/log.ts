/** The specification's log levels. A line is written when its level is at most the client's. */
export const LogLevel = { None: 0, Error: 1, Warn: 2, Info: 3, Verbose: 4 } as const
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel]

/** One line: our own sentence, and facts that are never secret (no key, signature or body). */
export type LogLine = {
  readonly level: Exclude<LogLevel, 0>
  readonly message: string
  readonly data?: Readonly<Record<string, unknown>>
}

/** Where lines go; the console unless the host gives another. */
export type Logger = (line: LogLine) => void

export type Log = {
  readonly error: (message: string, data?: LogLine['data']) => void
  readonly warn: (message: string, data?: LogLine['data']) => void
  readonly info: (message: string, data?: LogLine['data']) => void
  readonly verbose: (message: string, data?: LogLine['data']) => void
  /** Warns the first time a key is seen in the life of this client. */
  readonly warnOnce: (key: string, message: string, data?: LogLine['data']) => void
}

const consoleLogger: Logger = ({ level, message, data }) => {
  const name = level === LogLevel.Error ? 'error' : level === LogLevel.Warn ? 'warn' : 'info'
  console[name](`[sluice] ${message}`, ...(data === undefined ? [] : [data]))
}

/** A signature in any of its lengths, and what follows a host in an address: a node's key is often there. */
const signatures = /0x[0-9a-f]{128,}/gi
const paths = /\b(\w+:\/\/)(?:[^\s/@]*@)?([^\s/?#"']+)[/?#][^\s"']*/g

/** A line is made of what others said too, who may say more than they should. */
function withoutSecrets(value: unknown, keys: readonly string[]): unknown {
  if (value instanceof Error) return withoutSecrets(String(value), keys)
  if (Array.isArray(value)) return value.map((entry) => withoutSecrets(entry, keys))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, withoutSecrets(entry, keys)]),
    )
  if (typeof value !== 'string') return value
  return keys
    .reduce((text, key) => text.replaceAll(key, '…'), value)
    .replace(signatures, '0x…')
    .replace(paths, '$1$2/…')
}

/**
 * A log at `level`. No line holds one of `keys`, a signature, or more of an address than its host. A logger that
 * throws harms nobody: what it throws is dropped on purpose.
 */
export function createLog(
  level: LogLevel,
  logger: Logger = consoleLogger,
  keys: readonly string[] = [],
): Log {
  const warned = new Set<string>()
  const at = (lineLevel: LogLine['level']) => (message: string, data?: LogLine['data']) => {
    if (lineLevel > level) return
    try {
      const line = { level: lineLevel, message, ...(data === undefined ? {} : { data }) }
      logger(withoutSecrets(line, keys) as LogLine)
    } catch {
      return
    }
  }
  const warn = at(LogLevel.Warn)
  return Object.freeze({
    error: at(LogLevel.Error),
    warn,
    info: at(LogLevel.Info),
    verbose: at(LogLevel.Verbose),
    warnOnce: (key: string, message: string, data?: LogLine['data']) => {
      if (warned.has(key)) return
      warned.add(key)
      warn(message, data)
    },
  })
}
