/** The specification's log levels. A line is written when its level is at most the client's. */
export const LogLevel = { None: 0, Error: 1, Warn: 2, Info: 3, Verbose: 4 } as const
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel]

/** One line: our own message, and data that is never secret (no key, signature or body). */
export type LogLine = {
  /** The level of the line, from `LogLevel.Error` to `LogLevel.Verbose`. */
  readonly level: Exclude<LogLevel, 0>
  /** Our own text. */
  readonly message: string
  /** Facts about the line. */
  readonly data?: Readonly<Record<string, unknown>>
}

/** Receives the lines; the console by default. */
export type Logger = (line: LogLine) => void

export type Log = {
  readonly error: (message: string, data?: LogLine['data']) => void
  readonly warn: (message: string, data?: LogLine['data']) => void
  readonly info: (message: string, data?: LogLine['data']) => void
  readonly verbose: (message: string, data?: LogLine['data']) => void
  /** Warns the first time a key is seen in the life of this client. */
  readonly warnOnce: (key: string, message: string, data?: LogLine['data']) => void
}

/** Creates a log that writes lines up to `level`. No line contains one of `keys`, a signature, or more of a URL than its host. */
export function createLog(level: LogLevel, logger?: Logger, keys: readonly string[] = []): Log {
  const warned = new Set<string>()
  const at = (lineLevel: LogLine['level']) => (message: string, data?: LogLine['data']) => {
    if (lineLevel <= level) writeLine({ level: lineLevel, message, data }, keys, logger)
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

/** A signature of any length, and everything after the host of a URL, where a node's API key often is. */
const signature = /0x[0-9a-f]{128,}/gi
const path = /(\w:\/\/)(?:[^\s/@]*@)?([^\s/?#"]+)[/?#][^\s"]*/g

const consoleLogger: Logger = ({ level, message, data }) => {
  const name = level === 1 ? 'error' : level === 2 ? 'warn' : 'info'
  console[name](`[sluice] ${message}`, ...(data === undefined ? [] : [data]))
}

/** Passes a line to the logger without secrets: it may contain text of others. What a logger throws is dropped on purpose. */
function writeLine(line: object, keys: readonly string[], logger: Logger = consoleLogger): void {
  const clean = (_name: string, value: unknown) => {
    if (typeof value !== 'string' && !(value instanceof Error))
      return typeof value === 'bigint' ? `${value}` : value
    const text = keys.reduce((text, key) => text.replaceAll(key, '…'), `${value}`)
    return text.replace(signature, '0x…').replace(path, '$1$2/…')
  }
  try {
    logger(JSON.parse(JSON.stringify(line, clean)) as LogLine)
  } catch {
    return
  }
}
