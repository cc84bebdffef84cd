/** The time of a clock in unix seconds, as Seaport and the database count it. @param clock milliseconds. */
export const unixTime = (clock: () => number): number => Math.floor(clock() / 1000)
