/** A measurement: the median of its rounds, and their spread; or the mean of a difference, and its interval. */
export type Figure = {
  readonly median: number
  readonly low: number
  readonly high: number
  readonly rounds: number
}

/** A peer, and its measurement in the same run. */
export type Rival = { readonly name: string; readonly figure: Figure }

/** One row: ours, the peers, and the theoretical floor. */
export type Row = {
  readonly what: string
  readonly ours: Figure
  readonly peers?: readonly Rival[]
  readonly floor?: Rival
}

/** Rows of one unit, as one table and one picture. */
export type Table = {
  /** A name for files and addresses: letters and dashes. */
  readonly id: string
  readonly title: string
  /** How it was measured, in one or two sentences. */
  readonly note: string
  readonly unit: string
  readonly better: 'less' | 'more'
  readonly rows: readonly Row[]
}

/** The figure of several rounds; of a single one if the value does not vary. */
export function figureOf(samples: readonly number[]): Figure {
  const sorted = [...samples].sort((a, b) => a - b)
  const [low, high] = [sorted[0], sorted.at(-1)]
  if (low === undefined || high === undefined) throw new Error('Nothing was measured.')
  const middle = sorted.length / 2
  const upper = sorted[Math.floor(middle)] ?? high
  const lower = Number.isInteger(middle) ? (sorted[middle - 1] ?? low) : upper
  return { median: (lower + upper) / 2, low, high, rounds: sorted.length }
}

/** Of each end of the sorted samples, the part that says more about the machine than about what is measured. */
const leftOut = 0.1
/** Standard errors to either side of a mean in which the true one is found 19 times of 20, for some 20 rounds. */
const confidence = 2.09

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * The mean of a difference that is smaller than the noise of its samples, with the interval that holds the true one 19
 * times of 20: each round gives one value, the mean of its samples without the highest and the lowest tenth.
 */
export function meanFigureOf(rounds: readonly (readonly number[])[]): Figure {
  const values = rounds.map((samples) => {
    const sorted = [...samples].sort((a, b) => a - b)
    const skipped = Math.floor(sorted.length * leftOut)
    return meanOf(sorted.slice(skipped, sorted.length - skipped))
  })
  if (values.length < 2) throw new Error('An interval takes two rounds.')
  const mean = meanOf(values)
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
  const margin = confidence * Math.sqrt(variance / values.length)
  return { median: mean, low: mean - margin, high: mean + margin, rounds: values.length }
}

/** The figure of a value that is measured once. */
export const once = (value: number): Figure => figureOf([value])

/** How many times better the first is than the second: over 1, the first leads. */
export function lead(table: Pick<Table, 'better'>, first: Figure, second: Figure): number {
  const [more, less] = table.better === 'more' ? [first, second] : [second, first]
  return less.median === 0 ? Number.POSITIVE_INFINITY : more.median / less.median
}
