import type { Answer, Backend, Backends, Outcome, Query } from './backends.ts'
import type { Machine, Scheduler } from './scheduler.ts'
import { createStatements } from './statement.ts'
import type { Timing } from './timedQuery.ts'
import { worldBegin } from './virtualGlobals.ts'

/** What may happen to connections at the moment; probabilities of each statement. */
export type DatabaseFaults = {
  /** The connection breaks before the statement runs, or after it ran and before its answer arrives. */
  broken: number
  unanswered: number
  /** The connection breaks, and a commit that was sent over it arrives a moment later. */
  late: number
  /** The server refuses a transaction that waits for others, as it does with deadlocks. */
  refused: number
  /** A new connection fails. */
  unreachable: number
  /** Milliseconds until a statement arrives, and until its answer does, at most. */
  latency: number
  /** Milliseconds that each deleted row costs. */
  deletion: number
}

/** No trouble: how the network is on a good day. What a deletion costs is no trouble that ends. */
export const calm: Omit<DatabaseFaults, 'deletion'> = {
  broken: 0,
  unanswered: 0,
  late: 0,
  refused: 0,
  unreachable: 0,
  latency: 3,
}

/** The end of the server that a connection of the world uses. */
export type Session = {
  /**
   * The real connection, while it holds something for this one: a transaction, a lock, or a statement that waits. The
   * rest run on whatever is free, so that the server plans a statement for few connections.
   */
  backend: Backend | undefined
  readonly machine: Machine
  readonly statementTimeout: number
  readonly idleTimeout: number
  /** Told when the connection breaks. */
  readonly lost: (cause: Error) => void
  readonly channels: Set<string>
  isClosed: boolean
  /** Whether the provider has lost it, while the server has not noticed. */
  isCut: boolean
  isInTransaction: boolean
  /** The transaction that began and has no statement yet: the server is told with the first one. */
  begins: Timing | undefined
  holdsLock: boolean
  stopIdling: () => void
  /** What the statements of the transaction tell listeners once it commits. */
  notices: string[]
}

/** The server: real SQL under the scheduler, with the faults of a network. */
export type SimulatedPostgres = {
  readonly faults: DatabaseFaults
  /** The server notices that a machine is gone: its connections end, and what they had sent may still run. */
  disconnect(machine: Machine): Promise<void>
  open(
    machine: Machine,
    timeouts: { readonly statement: number; readonly idle: number },
    lost: (cause: Error) => void,
  ): Promise<Session>
  ask(session: Session, query: Query): Promise<Answer>
  end(session: Session): Promise<void>
  listen(session: Session, channel: string): void
  notified: Map<Session, (channel: string, payload: string) => void>
}

export const broken = () => new Error('Connection terminated unexpectedly')
const code = (message: string, state: string) => Object.assign(new Error(message), { code: state })
const nothing: Outcome = { answer: { rows: [], rowCount: null } }
/** Tells the payload of what `publish` notified, by the numbers that it returned. */
function noticeOf({ values = [] }: Query, { rows }: Answer): string | undefined {
  const seqs = rows[0]?.seqs
  if (!Array.isArray(seqs) || seqs.length === 0) return undefined
  const prefix = values.find((value) => typeof value === 'string' && /^\d+:$/.test(value)) ?? '31337:'
  return `${prefix}${seqs[0]}:${seqs.at(-1)}`
}

export function createSimulatedPostgres(
  scheduler: Scheduler,
  backends: Backends,
  faults: DatabaseFaults,
): SimulatedPostgres {
  const random = scheduler.random.fork('postgres')
  const server = scheduler.machine('postgres')
  const sessions = new Set<Session>()
  const parked: { session: Session; again: () => Promise<Outcome>; finish: (outcome: Outcome) => unknown }[] =
    []
  const notified: SimulatedPostgres['notified'] = new Map()
  const statementOf = createStatements()
  const latency = (): number =>
    random.chance(0.02) ? random.below(faults.latency * 20 + 1) : random.next() * faults.latency

  /** Looks which statements no longer wait for a lock, after one may have been released. */
  const wake = async (): Promise<void> => {
    for (const waiting of parked.splice(0)) {
      const outcome = await waiting.again()
      if ('blocked' in outcome) parked.push({ ...waiting, again: outcome.blocked })
      else await waiting.finish(outcome)
    }
  }
  const close = async (session: Session): Promise<void> => {
    if (session.isClosed) return
    session.isClosed = true
    session.stopIdling()
    sessions.delete(session)
    notified.delete(session)
    const waiting = parked.findIndex((one) => one.session === session)
    if (waiting >= 0) {
      const [one] = parked.splice(waiting, 1)
      await session.backend?.cancel()
      for (let left = one === undefined ? undefined : await one.again(); left && 'blocked' in left; )
        left = await left.blocked()
    }
    if (session.backend === undefined) return
    await backends.reset(session.backend)
    session.backend = undefined
    await wake()
  }
  const lose = async (session: Session, cause: Error): Promise<void> => {
    await close(session)
    scheduler.after(latency(), 'connection lost', () => session.lost(cause), session.machine)
  }
  const tell = (session: Session): void => {
    for (const payload of session.notices.splice(0))
      for (const other of sessions)
        for (const channel of other.channels)
          scheduler.after(latency(), 'notify', () => notified.get(other)?.(channel, payload), other.machine)
  }
  /** A transaction that is idle for too long loses its connection. */
  const watchIdling = (session: Session): void => {
    session.stopIdling()
    if (!session.isInTransaction || session.idleTimeout === 0 || session.isClosed) return
    session.stopIdling = scheduler.after(
      session.idleTimeout,
      'idle in transaction',
      () => lose(session, code('terminating connection due to idle-in-transaction timeout', '25P03')),
      server,
    )
  }
  const backendOf = async (session: Session): Promise<Backend> => {
    session.backend ??= await backends.take()
    return session.backend
  }
  const perform = async (session: Session, query: Query): Promise<Outcome> => {
    const statement = statementOf(query.text)
    const now = String(worldBegin + Math.floor(scheduler.now()))
    if (statement.begins) {
      session.begins = { now, begin: query.text }
      return nothing
    }
    const { begins } = session
    session.begins = undefined
    // The transaction had no statement.
    if (begins !== undefined && (statement.commits || statement.rollsBack)) return nothing
    session.holdsLock ||= statement.takesLock
    const backend = await backendOf(session)
    if (begins !== undefined) return backend.run(query, begins)
    // Within a transaction its begin counts, as it does for the functions of Postgres itself.
    const looks = !session.isInTransaction && statement.looksAtClock
    return backend.run(query, looks ? { now } : undefined)
  }
  /** Leaves the real connection to others once it holds nothing for this one. */
  const leave = (session: Session): void => {
    if (session.backend === undefined || session.isInTransaction || session.holdsLock) return
    backends.give(session.backend)
    session.backend = undefined
  }
  const cut = (session: Session, query: Query): void => {
    session.isCut = true
    scheduler.after(latency(), 'connection lost', () => session.lost(broken()), session.machine)
    const arrive = async (): Promise<void> => {
      if (session.isClosed) return
      const outcome = await perform(session, query)
      scheduler.note(`→ ${'answer' in outcome ? 'committed' : 'not committed'}`)
      session.isInTransaction = false
      if ('answer' in outcome) tell(session)
      await close(session)
    }
    scheduler.after(random.next() * 1500, 'a commit arrives late', arrive, server)
  }
  const execute = async (
    session: Session,
    query: Query,
    done: (answer: Answer) => void,
    fail: (cause: Error) => void,
  ): Promise<void> => {
    if (session.isClosed) return
    session.stopIdling()
    if (random.chance(faults.broken)) return lose(session, broken())
    const statement = statementOf(query.text)
    if (faults.late > 0 && statement.commits && random.chance(faults.late)) return cut(session, query)
    const finish = async (outcome: Outcome): Promise<void> => {
      if ('blocked' in outcome) return
      let cost = 0
      if ('answer' in outcome) {
        const { rows, rowCount } = outcome.answer
        if (statement.deletes) cost = faults.deletion * Number(rows[0]?.count ?? rowCount ?? 0)
        const notice = statement.notifies ? noticeOf(query, outcome.answer) : undefined
        if (notice !== undefined) session.notices.push(notice)
        scheduler.note(`→ ${rowCount ?? 0} rows`)
      } else scheduler.note(`→ ${(outcome.fault as { code?: string }).code ?? outcome.fault.message}`)
      if (statement.begins) session.isInTransaction = true
      if (statement.commits || statement.rollsBack) session.isInTransaction = false
      if (statement.rollsBack) session.notices = []
      if (!session.isInTransaction) tell(session)
      leave(session)
      watchIdling(session)
      if (!session.isInTransaction) await wake()
      if (random.chance(faults.unanswered)) return lose(session, broken())
      scheduler.after(
        latency() + cost,
        'answer of the database',
        () => ('fault' in outcome ? fail(outcome.fault) : done(outcome.answer)),
        session.machine,
      )
    }
    // A statement that would take too long is undone by the server.
    const isCostly = faults.deletion > 0 && statement.deletes && !session.isInTransaction
    if (isCostly) await (await backendOf(session)).run({ text: 'begin' })
    const outcome = await perform(session, query)
    if (isCostly) {
      const count =
        'answer' in outcome ? Number(outcome.answer.rows[0]?.count ?? outcome.answer.rowCount ?? 0) : 0
      const isLate = session.statementTimeout > 0 && count * faults.deletion > session.statementTimeout
      await session.backend?.run({ text: isLate ? 'rollback' : 'commit' })
      if (isLate) {
        const late = { fault: code('canceling statement due to statement timeout', '57014') }
        scheduler.after(session.statementTimeout, 'statement timeout', () => finish(late), server)
        return
      }
    }
    if (!('blocked' in outcome)) return finish(outcome)
    scheduler.note('→ waits for a lock')
    if (random.chance(faults.refused)) {
      await session.backend?.cancel()
      await outcome.blocked()
      return finish({ fault: code('deadlock detected', '40P01') })
    }
    parked.push({ session, again: outcome.blocked, finish })
    if (session.statementTimeout === 0) return
    scheduler.after(
      session.statementTimeout,
      'statement timeout',
      async () => {
        const waiting = parked.find((one) => one.session === session && one.finish === finish)
        if (waiting === undefined) return
        parked.splice(parked.indexOf(waiting), 1)
        await session.backend?.cancel()
        let left = await waiting.again()
        while ('blocked' in left) left = await left.blocked()
        await finish(left)
      },
      server,
    )
  }
  return {
    faults,
    notified,
    disconnect: async (machine) => {
      for (const session of [...sessions]) if (session.machine === machine) await close(session)
    },
    open: (machine, { statement, idle }, lost) =>
      new Promise((done, fail) => {
        scheduler.after(
          latency(),
          'connect to the database',
          async () => {
            if (random.chance(faults.unreachable))
              return fail(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
            const session: Session = {
              backend: undefined,
              begins: undefined,
              holdsLock: false,
              machine,
              statementTimeout: statement,
              idleTimeout: idle,
              lost,
              channels: new Set(),
              isClosed: false,
              isCut: false,
              isInTransaction: false,
              stopIdling: () => {},
              notices: [],
            }
            sessions.add(session)
            return done(session)
          },
          machine,
        )
      }),
    ask: (session, query) =>
      new Promise((done, fail) => {
        if (session.isClosed || session.isCut) return fail(broken())
        const line = `sql ${statementOf(query.text).name}`
        scheduler.after(latency(), line, () => execute(session, query, done, fail), server)
        return undefined
      }),
    // The goodbye is a step as well: nothing goes on by itself once the real connection is free again.
    end: (session) =>
      new Promise((done) => {
        const goodbye = async (): Promise<void> => {
          await close(session)
          scheduler.after(latency(), 'connection ended', done, session.machine)
        }
        scheduler.after(latency(), 'connection ends', goodbye, server)
      }),
    listen: (session, channel) => void session.channels.add(channel),
  }
}
