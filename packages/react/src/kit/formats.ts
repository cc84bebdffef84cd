/**
 * Formatters of one language, each created on first use and then reused: creating one costs milliseconds on a slow phone,
 * and a page of prices needs dozens.
 */
export type Formats = {
  /** @param digits maximum fraction digits. */
  readonly number: (digits: number) => Intl.NumberFormat
  /** @param code of a currency, such as `usd`. */
  readonly currency: (code: string) => Intl.NumberFormat
  /** Of elapsed time: always a number, since "tomorrow" and "last month" name days of the calendar. */
  readonly relative: () => Intl.RelativeTimeFormat
  /** The word for this moment. */
  readonly now: () => string
  /** A date with its time. */
  readonly moment: () => Intl.DateTimeFormat
}

/** @param locale BCP 47 tag. */
export function createFormats(locale: string): Formats {
  const numbers = new Map<number, Intl.NumberFormat>()
  const currencies = new Map<string, Intl.NumberFormat>()
  const made: { relative?: Intl.RelativeTimeFormat; now?: string; moment?: Intl.DateTimeFormat } = {}
  return {
    number: (digits) => {
      const known = numbers.get(digits) ?? new Intl.NumberFormat(locale, { maximumFractionDigits: digits })
      numbers.set(digits, known)
      return known
    },
    currency: (code) => {
      const known =
        currencies.get(code) ?? new Intl.NumberFormat(locale, { style: 'currency', currency: code })
      currencies.set(code, known)
      return known
    },
    relative: () => {
      made.relative ??= new Intl.RelativeTimeFormat(locale, { numeric: 'always' })
      return made.relative
    },
    now: () => {
      made.now ??= new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(0, 'second')
      return made.now
    },
    moment: () => {
      made.moment ??= new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
      return made.moment
    },
  }
}

/** A date with its time; the unix seconds themselves if they are beyond any date, as the end of an order may be. */
export function momentText({ moment }: Formats, seconds: bigint | number): string {
  const date = new Date(Number(seconds) * 1_000)
  return Number.isNaN(date.getTime()) ? String(seconds) : moment().format(date)
}
