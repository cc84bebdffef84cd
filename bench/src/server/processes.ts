import { readdirSync, readFileSync } from 'node:fs'
import { withClient } from './withClient.ts'

/** Process statistics of the system; only Linux has them in files. */
type ProcessStat = {
  readonly pid: number
  readonly parent: number
  readonly seconds: number
  readonly command: string
}

/** Clock ticks per second, as Linux counts them on every machine of today. */
const ticks = 100

function statOf(pid: number): ProcessStat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name is in parentheses and may contain anything: fields are counted after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number)
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return { pid, parent: parent ?? 0, seconds: ((user ?? 0) + (system ?? 0)) / ticks, command }
  } catch {
    // It has ended in the meantime.
    return undefined
  }
}

const all = (): readonly ProcessStat[] =>
  readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])

/** The providers that this process started. */
export const providerPids = (): readonly number[] =>
  all()
    .filter(({ parent, command }) => parent === process.pid && command.includes('--with-parent'))
    .map(({ pid }) => pid)

/** The provider that this process started. */
export function providerPid(): number {
  const [pid] = providerPids()
  if (pid === undefined) throw new Error('The provider has no process of its own.')
  return pid
}

/** Seconds of CPU that a process has used since its start. */
export const secondsOf = (pid: number): number => statOf(pid)?.seconds ?? 0

/** Seconds of CPU that a part of the market has used since its start. */
export type Cpu = { readonly provider: number; readonly postgres: number; readonly node: number }

/** The first process of the Postgres at `url`, if it is on this machine. */
export function postmasterPid(url: string): Promise<number> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return statOf(rows[0]?.pid ?? 0)?.parent ?? 0
  })
}

/** Of the provider that this process started or of another process, of a Postgres with its child processes, and of the local chains. */
export function cpuSeconds(postmaster: number, provider: number = providerPid()): Cpu {
  const running = all()
  const sum = (wanted: (one: ProcessStat) => boolean) =>
    running.reduce((seconds, one) => seconds + (wanted(one) ? one.seconds : 0), 0)
  return {
    provider: sum(({ pid }) => pid === provider),
    postgres: sum(({ pid, parent }) => pid === postmaster || parent === postmaster),
    node: sum(({ parent, command }) => parent === process.pid && /\banvil\b/.test(command)),
  }
}

/** What each part used between two samples, per operation: microseconds. */
export const cpuEach = (before: Cpu, after: Cpu, count: number): Cpu => ({
  provider: ((after.provider - before.provider) * 1e6) / count,
  postgres: ((after.postgres - before.postgres) * 1e6) / count,
  node: ((after.node - before.node) * 1e6) / count,
})

/** Nanoseconds that each thread of a process has run: finer than the ticks of {@link cpuSeconds}. */
export type ThreadTimes = ReadonlyMap<string, number>

export function threadTimes(pid: number): ThreadTimes {
  const folder = `/proc/${pid}/task`
  return new Map(
    readdirSync(folder).map((thread) => {
      const [ran] = readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ')
      return [thread, Number(ran)]
    }),
  )
}

/** Milliseconds that the threads of a process ran between two readings. */
export const ranBetween = (before: ThreadTimes, after: ThreadTimes): number =>
  [...after].reduce((sum, [thread, ran]) => sum + ran - (before.get(thread) ?? 0), 0) / 1e6

/** Resident memory of a process in megabytes. */
export const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+([0-9]+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1000
