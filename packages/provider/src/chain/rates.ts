import type { Logger } from 'pino'
import * as v from 'valibot'
import { type Address, zeroAddress } from 'viem'
import type { ChainConfig } from '../config.ts'

/** What coins are worth in dollars. There is no rate until somebody names one: nobody is asked unless told to. */
export type Rates = {
  /** Dollars for one whole coin; `undefined` where nobody says, or has not said for too long. */
  usd(currency: Address): number | undefined
  /** Asks the source now; resolves when it has answered or failed. */
  refresh(): Promise<void>
}

/** Milliseconds after which a rate is asked for again, and after which it is not believed any more. */
const [fresh, stale] = [60_000, 15 * 60_000]
/** Milliseconds that a source is given. */
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
 * Rates as the chain's settings name them: fixed ones, and those of an HTTP source, which is asked at most once a
 * minute and only while somebody wants to know. What wraps the native coin is worth what the coin is.
 */
export function createRates(
  { usdPrices = {}, usdPriceUrl, wrappedNative }: Settings,
  clock: () => number,
  log: Pick<Logger, 'warn'>,
): Rates {
  const fixed = new Map(Object.entries(usdPrices).map(([currency, rate]) => [currency.toLowerCase(), rate]))
  let told: { readonly at: number; readonly rates: ReadonlyMap<string, number> } | undefined
  let askedAt = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | undefined
  const read = async (url: string): Promise<void> => {
    askedAt = clock()
    try {
      told = { at: askedAt, rates: await ask(url) }
    } catch (cause) {
      log.warn({ err: cause }, 'rates in dollars cannot be read; the last ones stand for a while')
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
    const live = told !== undefined && clock() - told.at < stale ? told.rates.get(currency) : undefined
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
