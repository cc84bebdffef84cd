import { isBytes32 } from '@sluice/seaport'
/** A setting that cannot be used; the message names the variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Reads one variable of the environment; `undefined` when it is absent. @throws {ConfigError} that names it. */
export type Reader<T> = (value: string | undefined, name: string) => T

export const text =
  <T extends string | undefined>(otherwise: T): Reader<string | T> =>
  (value) =>
    value ?? otherwise

export const wholeNumber =
  <T extends number | undefined>(max: number, otherwise: T): Reader<number | T> =>
  (value, name) => {
    if (value === undefined) return otherwise
    const number = Number(value)
    if (!Number.isInteger(number) || number < 0 || number > max)
      throw new ConfigError(`${name} must be a whole number from 0 to ${max}.`)
    return number
  }

export const choice =
  <const T extends string>(allowed: readonly T[], otherwise: T): Reader<T> =>
  (value, name) => {
    const found = allowed.find((one) => one === (value ?? otherwise))
    if (found === undefined) throw new ConfigError(`${name} must be one of ${allowed.join(', ')}.`)
    return found
  }

/** A URL with one of these schemes. @param schemes as the error names them. */
export const url =
  (form: RegExp, schemes: string): Reader<string | undefined> =>
  (value, name) => {
    if (value !== undefined && (!form.test(value) || !URL.canParse(value)))
      throw new ConfigError(`${name} must begin with ${schemes}.`)
    return value
  }

/** URLs of HTTP, separated by commas. */
export const urls: Reader<readonly string[] | undefined> = (value, name) => {
  const found = value?.split(',').map((one) => one.trim())
  if (found?.every((one) => /^https?:\/\//.test(one) && URL.canParse(one)) === false)
    throw new ConfigError(`${name} must hold URLs that begin with http:// or https://.`)
  return found
}

/** The number of trusted proxies: `yes` is one. */
export const proxies: Reader<number> = (value = 'no', name) => {
  const count = value === 'yes' ? '1' : value === 'no' ? '0' : value
  if (!/^(?:[0-9]|10)$/.test(count))
    throw new ConfigError(`${name} must be yes, no, or a number of proxies from 0 to 10.`)
  return Number(count)
}

export const zoneKey: Reader<`0x${string}` | undefined> = (value, name) => {
  if (value === undefined || isBytes32(value)) return value
  throw new ConfigError(`${name} must be 0x and 64 hex digits.`)
}

export const share: Reader<number> = (value = '1', name) => {
  if (!/^(?:0?\.[0-9]+|[01](?:\.0*)?)$/.test(value))
    throw new ConfigError(`${name} must be a number from 0 to 1.`)
  return Number(value)
}

/** `name=value` pairs, separated by commas; values may be encoded as in a URL. */
export const headers: Reader<Readonly<Record<string, string>>> = (value = '', name) => {
  const pairs = value.split(',').filter((pair) => pair.trim() !== '')
  try {
    const found = pairs.map((pair) => pair.split(/=(.*)/s).map((part) => decodeURIComponent(part.trim())))
    return Object.fromEntries(
      new Headers(found.map(([key = '', text = '']) => [key, text] as [string, string])),
    )
  } catch (cause) {
    throw new ConfigError(`${name} must hold headers as name=value, separated by commas.`, { cause })
  }
}
