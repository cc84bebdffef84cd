import type { Logger, LogLine } from './log.ts'

/** A signature in any of its lengths, and what follows the host in an address: a node's key is often there. */
const signature = /0x[0-9a-f]{128,}/gi
const path = /(\w:\/\/)(?:[^\s/@]*@)?([^\s/?#"]+)[/?#][^\s"]*/g

const consoleLogger: Logger = ({ level, message, data }) => {
  const name = level === 1 ? 'error' : level === 2 ? 'warn' : 'info'
  console[name](`[sluice] ${message}`, ...(data === undefined ? [] : [data]))
}

/**
 * Gives a line to the logger without anything secret in it: a line is made of what others said too, who may say
 * more than they should. A logger that throws harms nobody: what it throws is dropped on purpose.
 */
export function writeLine(line: LogLine, keys: readonly string[], logger: Logger = consoleLogger): void {
  const clean = (_name: string, value: unknown) => {
    if (typeof value !== 'string' && !(value instanceof Error))
      return typeof value === 'bigint' ? `${value}` : value
    const text = keys.reduce((said, key) => said.replaceAll(key, '…'), `${value}`)
    return text.replace(signature, '0x…').replace(path, '$1$2/…')
  }
  try {
    logger(JSON.parse(JSON.stringify(line, clean)) as LogLine)
  } catch {
    return
  }
}
