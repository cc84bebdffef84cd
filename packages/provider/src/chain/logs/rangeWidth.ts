/** The number of blocks of the first request to a node, and of the widest one. */
const [firstWidth, widest] = [64, 2000]
/** The number of logs of one answer beyond which ranges get narrower: several answers are in memory at once. */
const maxLogs = 5000
/** The number of answers after which a node that rejected a range is asked for a wider one. */
const careful = 16

/** For how many blocks a node is asked at once: fewer where it rejects that or has many logs, and more with time. */
export type RangeWidth = {
  blocks(): number
  /** The node rejected a request for so many blocks. */
  rejected(asked: number): void
  /** The node answered a request for so many blocks with so many logs. */
  answered(asked: number, logs: number): void
}

export function createRangeWidth(): RangeWidth {
  let width = firstWidth
  /** The blocks of the request that the node rejected, raised with the answers since then. */
  let tooWide = Number.POSITIVE_INFINITY
  let answers = 0
  const widen = (): void => {
    answers += 1
    if (answers % careful === 0) tooWide *= 2
    width = Math.min(widest, Math.max(width, Math.min(width * 2, Math.ceil(tooWide * 0.75))))
  }
  return {
    blocks: () => width,
    rejected: (asked) => {
      tooWide = asked
      width = Math.max(1, Math.floor(asked / 2))
      answers = 0
    },
    answered: (asked, logs) => {
      if (asked === width) widen()
      if (logs > maxLogs) width = Math.max(1, Math.floor((asked * maxLogs) / logs))
    },
  }
}
