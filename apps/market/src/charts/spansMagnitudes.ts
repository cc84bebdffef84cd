/** How many times the middle value the highest one is before a chart of them would show one line at its foot. */
const span = 20

/** Whether values are so far apart that only a logarithmic scale shows all of them. No value is below zero. */
export function spansMagnitudes(values: readonly (number | null | undefined)[]): boolean {
  const known = values.filter((value) => value != null).sort((one, other) => one - other)
  const [lowest = 0, middle = 0, highest = 0] = [known[0], known[known.length >> 1], known.at(-1)]
  // Zero has no place on a logarithmic scale.
  return lowest > 0 && highest >= middle * span
}
