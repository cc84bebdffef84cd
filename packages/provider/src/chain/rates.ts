import { isAddress, lowerHex } from '@sluice/seaport'
import { currencyCode, rateValue } from '@sluice/wire'
import type { Logger } from 'pino'
import * as v from 'valibot'
import { type Address, zeroAddress } from 'viem'
import type { ChainConfig, RatesSource } from '../chainConfig.ts'
import { createHttpClient, type HttpClient, readText } from '../network/createHttpClient.ts'

/** The value of one whole unit of a currency: an estimate for readers, never an amount to trade with. */
export type Rate = {
  /** By the code of the reader's currency, such as `usd`. */
  readonly values: Readonly<Record<string, number>>
  /** Milliseconds at which it held; absent for a fixed rate of the settings. */
  readonly at?: number
}

/** The rates of coins. There are none unless the settings contain rates or a source of them. */
export type Rates = {
  /** The rate of one whole coin; `undefined` if there is none, or no recent one. */
  of(currency: Address): Rate | undefined
  /** The same in dollars. */
  usd(currency: Address): number | undefined
  /** Reads the source now; resolves when it has answered or failed. */
  refresh(): Promise<void>
}

/** Milliseconds after which a rate is read again, and after which it is no longer used. */
const [fresh, stale] = [60_000, 15 * 60_000]
/** Milliseconds for one request to a source. */
const timeout = 5000
const maxBytes = 256 * 1024

const table = v.record(v.string(), v.unknown())
const seconds = v.optional(v.pipe(v.number(), v.minValue(0)))
/** An entry of DefiLlama's `/prices/current`: dollars, and the time of the price. */
const priced = v.object({ price: rateValue, timestamp: seconds })
/** An entry of CoinGecko's `/simple/price` and `/simple/token_price`: a number for each currency code. */
const quoted = v.object({ last_updated_at: seconds })
const isCode = (key: string): boolean => v.is(currencyCode, key)

/** @throws if a rate is not a number above zero, or is absurdly large. */
function readEntry(entry: unknown, now: number): Rate {
  if (typeof entry === 'number') return { values: { usd: v.parse(rateValue, entry) }, at: now }
  const fields = v.parse(table, entry)
  const at = (time: number | undefined) => Math.min(now, time === undefined ? now : time * 1000)
  if ('price' in fields) {
    const { price, timestamp } = v.parse(priced, fields)
    return { values: { usd: price }, at: at(timestamp) }
  }
  const known = Object.entries(fields).filter(([key, value]) => isCode(key) && value !== null)
  return {
    values: Object.fromEntries(known.map(([key, value]) => [key, v.parse(rateValue, value)])),
    at: at(v.parse(quoted, fields).last_updated_at),
  }
}

/**
 * Rates by lower-cased address, from a body in one of three forms; `coins` gives the addresses of keys that are not
 * addresses.
 * - `{"0x…": 2500.12}`: dollars. The zero address is the native coin.
 * - `{"ethereum": {"usd": 2500.12, "eur": 2310.4, "last_updated_at": 1790000000}}`, as CoinGecko answers.
 * - `{"coins": {"coingecko:ethereum": {"price": 2500.12, "timestamp": 1790000000}}}`, as DefiLlama answers.
 *
 * @throws if the body has none of these forms, an absurd rate, or no rate at all.
 */
function readRates(body: unknown, coins: RatesSource['coins'], now: number): ReadonlyMap<string, Rate> {
  const answer = v.parse(table, body)
  const entries = v.parse(table, answer.coins ?? answer)
  const addresses = new Map<string, string>(Object.entries(coins))
  const rates = new Map<string, Rate>()
  for (const [key, entry] of Object.entries(entries)) {
    const currency = addresses.get(key) ?? (isAddress(key) ? lowerHex(key) : undefined)
    if (currency === undefined) continue
    const rate = readEntry(entry, now)
    if (Object.keys(rate.values).length > 0) rates.set(currency, rate)
  }
  if (rates.size === 0) throw new Error('The rates service returned no known coin.')
  return rates
}

/** @throws if the source does not answer, or its answer is too large. */
async function readSource(source: HttpClient): Promise<unknown> {
  const answer = await source('', {
    method: 'GET',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeout),
  })
  const text = await readText(answer, maxBytes)
  if (answer.statusCode !== 200)
    throw new Error(`The rates service returned HTTP status ${answer.statusCode}.`)
  return JSON.parse(text)
}

/** The settings' table, which is keyed by the reader's currency first, by coin. */
function fixedRates(rates: NonNullable<ChainConfig['rates']>): ReadonlyMap<string, Rate> {
  const fixed = new Map<string, Rate>()
  for (const [code, coins] of Object.entries(rates))
    for (const [coin, value] of Object.entries(coins))
      if (value !== undefined) fixed.set(coin, { values: { ...fixed.get(coin)?.values, [code]: value } })
  return fixed
}

type Settings = Pick<ChainConfig, 'rates' | 'ratesSource' | 'wrappedNative'>

/**
 * Rates of the chain's settings: fixed ones, and those of an HTTP source, which is read at most once a minute and only
 * when a rate is requested. The wrapped native coin is worth as much as the coin.
 */
export function createRates(
  { rates = {}, ratesSource, wrappedNative }: Settings,
  clock: () => number,
  log: Pick<Logger, 'warn'>,
): Rates {
  const fixed = fixedRates(rates)
  let latest: ReadonlyMap<string, Rate> = new Map()
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const source = ratesSource === undefined ? undefined : createHttpClient(ratesSource.url)
  const read = async (client: HttpClient): Promise<void> => {
    askedAt = clock()
    try {
      latest = readRates(await readSource(client), ratesSource?.coins ?? {}, askedAt)
    } catch (cause) {
      log.warn({ err: cause }, 'failed to read rates; the last ones are used for a while')
    }
  }
  const refresh = (): Promise<void> => {
    if (source === undefined) return Promise.resolve()
    asking ??= read(source).finally(() => {
      asking = undefined
    })
    return asking
  }
  const known = (currency: string): Rate | undefined => {
    const live = latest.get(currency)
    return live !== undefined && clock() - (live.at ?? 0) < stale ? live : fixed.get(currency)
  }
  const of = (currency: Address): Rate | undefined => {
    if (clock() - askedAt >= fresh) void refresh()
    return known(currency) ?? (currency === wrappedNative ? known(zeroAddress) : undefined)
  }
  return { of, usd: (currency) => of(currency)?.values.usd, refresh }
}
