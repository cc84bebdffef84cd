import { type Figure, figureOf } from './figures.ts'

/** Milliseconds of CPU of this process, its collector included. */
export async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Milliseconds of CPU of each of several rounds, after as many that warm up: compiling counts as this process's too. */
export async function cpuFigure(rounds: number, work: () => unknown): Promise<Figure> {
  for (let round = 0; rounds > 1 && round < rounds; round += 1) await cpuOf(work)
  const samples: number[] = []
  for (let round = 0; round < rounds; round += 1) samples.push(await cpuOf(work))
  return figureOf(samples)
}

/** Calls per second of CPU: five rounds of at least 200 ms; `turn` answers how many calls it made. */
export async function cpuRate(turn: () => Promise<number> | number): Promise<Figure> {
  const rounds: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const before = process.cpuUsage()
    let [calls, used] = [0, 0]
    while (used < 200_000) {
      calls += await turn()
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
    if (round > 0) rounds.push((calls * 1_000_000) / used)
  }
  return figureOf(rounds)
}
