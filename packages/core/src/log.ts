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

/**
 * A log at `level`. No line holds one of `keys`, a signature, or more of an address than its host. What writes lines
 * is loaded where there are any: they come a moment later, and in order.
 */
export function createLog(level: LogLevel, logger?: Logger, keys: readonly string[] = []): Log {
  const warned = new Set<string>()
  // Nothing can be said where the code that says it did not arrive.
  const writing = level > LogLevel.None ? import('./logLine.ts').catch(() => undefined) : undefined
  const at = (lineLevel: LogLine['level']) => (message: string, data?: LogLine['data']) => {
    if (lineLevel > level) return
    const line = { level: lineLevel, message, ...(data === undefined ? {} : { data }) }
    writing?.then((writer) => writer?.writeLine(line, keys, logger))
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
