import { type Figure, figureOf } from './figures.ts'

/** Milliseconds of CPU of this process, garbage collection included. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Milliseconds of CPU of each of several rounds, after as many that warm up: compilation counts too. */
export async function cpuFigure(rounds: number, work: () => unknown): Promise<Figure> {
  for (let round = 0; rounds > 1 && round < rounds; round += 1) await cpuOf(work)
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await cpuOf(work))
  return figureOf(samples)
}

/** Makes some calls and returns how many. */
export type Turn = () => Promise<number> | number

/**
 * Calls per second of CPU for several functions side by side, in five rounds of at least 200 ms, in turns: other load
 * on the machine slows all of them.
 */
export async function cpuRates<TName extends string>(
  turns: Readonly<Record<TName, Turn>>,
): Promise<Readonly<Record<TName, Figure>>> {
  const entries = Object.entries<Turn>(turns).map(([name, turn]) => ({ name, turn, rates: [] as number[] }))
  for (let round = 0; round < 6; round += 1)
    for (const { turn, rates } of entries) {
      const before = process.cpuUsage()
      let [calls, used] = [0, 0]
      while (used < 200_000) {
        calls += await turn()
        const { user, system } = process.cpuUsage(before)
        used = user + system
      }
      if (round > 0) rates.push((calls * 1_000_000) / used)
    }
  const figures = entries.map(({ name, rates }) => [name, figureOf(rates)])
  return Object.fromEntries(figures) as Record<TName, Figure>
}
