import { setImmediate as realSetImmediate } from 'node:timers'
import { createRandom, hashOf, type Random } from './random.ts'

/** A simulated machine: what it waits for is lost when it is killed, and waits while it is frozen. */
export type Machine = {
  readonly name: string
  isDead: boolean
  isFrozen: boolean
  /** Milliseconds by which its wall clock differs from the world's. */
  skew: number
  /** What its code draws: libraries keep some in store, and what one machine draws does not move the others. */
  readonly random: Random
  /** Steps that became due while it was frozen. */
  readonly held: (() => void)[]
  /** What has to be undone when it is killed. */
  readonly onKill: Set<() => void>
}

export type Scheduler = {
  readonly random: Random
  /** Steps that were taken. */
  readonly steps: number
  /** A digest of all steps so far: the same seed gives the same one. */
  readonly digest: number
  /** Milliseconds since the beginning of the world. */
  now(): number
  /** The machine whose code runs at the moment. */
  current(): Machine
  machine(name: string): Machine
  /** Takes a step later, in the name of a machine. @returns the function that cancels it. */
  after(milliseconds: number, what: string, work: () => unknown, machine?: Machine): () => void
  /** Adds to what a step did, for the trace and the digest. */
  note(what: string): void
  kill(machine: Machine): void
  freeze(machine: Machine): void
  thaw(machine: Machine): void
  /** Takes steps until `until` holds, nothing is left, or the world is so old. */
  run(until: () => boolean, latest: number): Promise<void>
  /** The newest steps, oldest first. */
  trace(): readonly string[]
}

type Step = {
  readonly at: number
  readonly order: number
  readonly what: string
  readonly machine: Machine
  readonly work: () => unknown
  cancelled: boolean
}

const isBefore = (a: Step, b: Step): boolean => a.at < b.at || (a.at === b.at && a.order < b.order)

/** A heap of steps, the earliest first. */
function createQueue() {
  const heap: Step[] = []
  const at = (index: number): Step => heap[index] as Step
  const swap = (a: number, b: number): void => {
    const before = at(a)
    heap[a] = at(b)
    heap[b] = before
  }
  return {
    push: (step: Step): void => {
      heap.push(step)
      for (let index = heap.length - 1; index > 0; ) {
        const parent = (index - 1) >> 1
        if (!isBefore(at(index), at(parent))) return
        swap(index, parent)
        index = parent
      }
    },
    pop: (): Step | undefined => {
      const first = heap[0]
      const last = heap.pop()
      if (last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let index = 0; ; ) {
        const [left, right] = [index * 2 + 1, index * 2 + 2]
        let least = index
        if (left < heap.length && isBefore(at(left), at(least))) least = left
        if (right < heap.length && isBefore(at(right), at(least))) least = right
        if (least === index) return first
        swap(index, least)
        index = least
      }
    },
  }
}

/** Steps that a failure shows. */
const shown = 400

/** Runs everything that the code waited for: microtasks and ticks end before the next turn of Node's loop. */
const drain = (): Promise<void> => new Promise((done) => realSetImmediate(done))

/**
 * Makes the scheduler of a seed, which decides what happens next: it owns the time, and every answer, timer and fault is a
 * step of it. Two steps that are due at the same moment follow each other in the order in which they were asked for.
 * @param tell is told every step.
 */
export function createScheduler(seed: number, tell?: (line: string) => void): Scheduler {
  const queue = createQueue()
  const lines: string[] = []
  const random = createRandom(seed)
  const machineOf = (name: string): Machine => ({
    name,
    isDead: false,
    isFrozen: false,
    skew: 0,
    random: random.fork(name),
    held: [],
    onKill: new Set(),
  })
  const world = machineOf('world')
  let [time, order, steps, digest] = [0, 0, 0, hashOf(String(seed))]
  let running = world

  const note = (what: string): void => {
    const line = `${time.toFixed(0)} ${running.name} ${what}`
    digest = hashOf(line, digest)
    lines.push(line)
    if (lines.length > shown * 2) lines.splice(0, shown)
    tell?.(line)
  }
  const take = async ({ what, machine, work }: Step): Promise<void> => {
    if (machine.isDead) return
    if (machine.isFrozen) {
      machine.held.push(() => {
        scheduler.after(0, what, work, machine)
      })
      return
    }
    running = machine
    steps += 1
    note(what)
    await work()
    await drain()
    running = world
  }
  const scheduler: Scheduler = {
    random,
    get steps() {
      return steps
    },
    get digest() {
      return digest
    },
    now: () => time,
    current: () => running,
    machine: machineOf,
    after: (milliseconds, what, work, machine = running) => {
      const wait = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0
      const step: Step = { at: time + wait, order, what, machine, work, cancelled: false }
      order += 1
      queue.push(step)
      return () => {
        step.cancelled = true
      }
    },
    note,
    kill: (machine) => {
      machine.isDead = true
      machine.held.length = 0
      for (const undo of machine.onKill) undo()
      machine.onKill.clear()
    },
    freeze: (machine) => {
      machine.isFrozen = true
    },
    thaw: (machine) => {
      machine.isFrozen = false
      for (const again of machine.held.splice(0)) again()
    },
    run: async (until, latest) => {
      while (!until()) {
        const step = queue.pop()
        if (step === undefined) return
        if (step.at > latest) {
          queue.push(step)
          time = latest
          return
        }
        if (step.cancelled) continue
        time = Math.max(time, step.at)
        await take(step)
      }
    },
    trace: () => lines.slice(-shown),
  }
  return scheduler
}
