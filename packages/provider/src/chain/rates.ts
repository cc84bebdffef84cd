import type { Logger } from 'pino'
import * as v from 'valibot'
import { type Address, zeroAddress } from 'viem'
import type { ChainConfig } from '../config.ts'

/** What coins are worth in dollars. There are no rates unless the settings name rates or a source of them. */
export type Rates = {
  /** Dollars for one whole coin; `undefined` where there is no rate, or none that is recent. */
  usd(currency: Address): number | undefined
  /** Reads the source now; resolves when it has answered or failed. */
  refresh(): Promise<void>
}

/** Milliseconds after which a rate is read again, and after which it is no longer used. */
const [fresh, stale] = [60_000, 15 * 60_000]
/** Milliseconds for one request to a source. */
const timeout = 5000
const maxAnswer = 256 * 1024

const answer = v.record(v.string(), v.pipe(v.number(), v.finite(), v.gtValue(0)))

/** Rates by lower-cased address, of a body `{"0x…": 2500.12}`; the zero address is the native coin. */
async function ask(url: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout), redirect: 'error' })
  if (!response.ok) throw new Error(`The source of rates answered ${response.status}.`)
  const text = await response.text()
  if (text.length > maxAnswer) throw new Error('The source of rates answered too much.')
  const found = v.parse(answer, JSON.parse(text))
  return new Map(Object.entries(found).map(([currency, rate]) => [currency.toLowerCase(), rate]))
}

type Settings = Pick<ChainConfig, 'usdPrices' | 'usdPriceUrl' | 'wrappedNative'>

/**
 * Rates of the chain's settings: fixed ones, and those of an HTTP source, which is read at most once a minute and only
 * when a rate is requested. The wrapped native coin is worth as much as the coin.
 */
export function createRates(
  { usdPrices = {}, usdPriceUrl, wrappedNative }: Settings,
  clock: () => number,
  log: Pick<Logger, 'warn'>,
): Rates {
  const fixed = new Map(Object.entries(usdPrices).map(([currency, rate]) => [currency.toLowerCase(), rate]))
  let latest: { readonly at: number; readonly rates: ReadonlyMap<string, number> } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const read = async (url: string): Promise<void> => {
    askedAt = clock()
    try {
      latest = { at: askedAt, rates: await ask(url) }
    } catch (cause) {
      log.warn({ err: cause }, 'failed to read rates in dollars; the last ones are used for a while')
    }
  }
  const refresh = (): Promise<void> => {
    if (usdPriceUrl === undefined) return Promise.resolve()
    asking ??= read(usdPriceUrl).finally(() => {
      asking = undefined
    })
    return asking
  }
  const of = (currency: string): number | undefined => {
    const live = latest !== undefined && clock() - latest.at < stale ? latest.rates.get(currency) : undefined
    return live ?? fixed.get(currency)
  }
  return {
    usd: (currency) => {
      if (clock() - askedAt >= fresh) void refresh()
      return of(currency) ?? (currency === wrappedNative ? of(zeroAddress) : undefined)
    },
    refresh,
  }
}
