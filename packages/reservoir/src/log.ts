import { LogLevel } from '@sluice/core'

const consoles = {
  [LogLevel.Error]: 'error',
  [LogLevel.Warn]: 'warn',
  [LogLevel.Info]: 'info',
  [LogLevel.Verbose]: 'log',
} as const

/**
 * Writes a line to the console where the level of it is at most the current one.
 *
 * @example
 * ```ts
 * log(['Bought', txHash], LogLevel.Info, getClient().logLevel)
 * ```
 */
export function log(params: readonly unknown[], level: LogLevel, currentLevel: LogLevel): void {
  if (level === LogLevel.None || level > currentLevel) return
  console[consoles[level]](...params.flatMap((one, index) => (index % 2 === 0 ? ['\n', one] : [one])))
}
