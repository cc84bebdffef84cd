import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import pg from 'pg'
import type { CopyStreamQuery } from 'pg-copy-streams'
import type { Answer, Backend, Backends, Outcome, Query } from './backends.ts'
import type { Machine, Scheduler } from './scheduler.ts'
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
type Session = {
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

const broken = () => new Error('Connection terminated unexpectedly')
const code = (message: string, state: string) => Object.assign(new Error(message), { code: state })
const isEnd = (text: string): boolean => /^(?:commit|rollback)\b/i.test(text)
/** Whether a statement takes a lock that outlives its transaction. */
const takesLock = (text: string): boolean => /pg_(?:try_)?advisory_lock/i.test(text)

/** Tells the payload of what `publish` notified, by the numbers that it returned. */
function noticeOf({ text, values = [] }: Query, { rows }: Answer): string | undefined {
  const seqs = rows[0]?.seqs
  if (!text.includes('pg_notify') || !Array.isArray(seqs) || seqs.length === 0) return undefined
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
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? text.replace(/\s+/g, ' ').trim().slice(0, 72)
    names.set(text, name)
    return name
  }
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
    const { text } = query
    session.holdsLock ||= takesLock(text)
    const backend = await backendOf(session)
    // Within a transaction its begin counts, as it does for the functions of Postgres itself.
    const looks = !session.isInTransaction && /^begin\b|now\(\)|clock_timestamp|insert|update/i.test(text)
    return backend.run(query, looks ? String(worldBegin + Math.floor(scheduler.now())) : undefined)
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
    if (faults.late > 0 && /^commit\b/i.test(query.text) && random.chance(faults.late))
      return cut(session, query)
    const finish = async (outcome: Outcome): Promise<void> => {
      if ('blocked' in outcome) return
      const { text } = query
      let cost = 0
      if ('answer' in outcome) {
        const { rows, rowCount } = outcome.answer
        if (/delete from/i.test(text)) cost = faults.deletion * Number(rows[0]?.count ?? rowCount ?? 0)
        const notice = noticeOf(query, outcome.answer)
        if (notice !== undefined) session.notices.push(notice)
        scheduler.note(`→ ${rowCount ?? 0} rows`)
      } else scheduler.note(`→ ${(outcome.fault as { code?: string }).code ?? outcome.fault.message}`)
      if (/^begin\b/i.test(text)) session.isInTransaction = true
      if (isEnd(text)) {
        session.isInTransaction = false
        if (/^rollback/i.test(text)) session.notices = []
      }
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
    const isCostly = faults.deletion > 0 && /delete from/i.test(query.text) && !session.isInTransaction
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
        const line = `sql ${nameOf(query.text)}`
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

type Config = { readonly statement_timeout?: number; readonly idle_in_transaction_session_timeout?: number }
const timeoutsOf = (config: Config) => ({
  statement: config.statement_timeout ?? 0,
  idle: config.idle_in_transaction_session_timeout ?? 0,
})
const queryOf = (query: string | Query, values?: unknown[]): Query => ({
  ...(typeof query === 'string' ? { text: query } : query),
  ...(values === undefined ? {} : { values }),
})

/**
 * Puts simulated connections in the place of those of the driver, for the whole process.
 * @param on the server of the world that runs at the moment.
 */
export function installSimulatedPostgres(on: () => SimulatedPostgres, scheduler: () => Scheduler): void {
  class SimulatedClient extends EventEmitter {
    readonly #config: Config
    readonly #waiting = new Set<(cause: Error) => void>()
    #session: Session | undefined
    constructor(config: Config) {
      super()
      this.#config = config
      this.on('error', () => {})
    }
    get isUsable(): boolean {
      return this.#session !== undefined && !this.#session.isClosed && !this.#session.isCut
    }
    async connect(): Promise<void> {
      this.#session = await on().open(scheduler().current(), timeoutsOf(this.#config), (cause) => {
        for (const fail of this.#waiting) fail(cause)
        this.#waiting.clear()
        this.emit('error', cause)
        this.emit('end')
      })
      on().notified.set(this.#session, (channel, payload) => this.emit('notification', { channel, payload }))
    }
    query(query: string | Query, values?: unknown[]): Promise<Answer>
    query(query: CopyStreamQuery): Writable
    query(query: string | Query | CopyStreamQuery, values?: unknown[]): Promise<Answer> | Writable {
      return query instanceof Writable ? this.#copy(query.text) : this.#ask(queryOf(query, values))
    }
    /** Takes the rows of a copy, which are sent at once when there are no more. */
    #copy(text: string): Writable {
      const pieces: Buffer[] = []
      return new Writable({
        write: (piece: Buffer, _encoding, done) => {
          pieces.push(piece)
          done()
        },
        final: (done) => {
          const end = (cause?: Error): void => {
            done(cause)
            this.emit('drain')
          }
          this.#ask({ text, copied: Buffer.concat(pieces) }).then(() => end(), end)
        },
      })
    }
    #ask(asked: Query): Promise<Answer> {
      const session = this.#session
      if (session === undefined) return Promise.reject(broken())
      const channel = /^listen "?(\w+)"?/.exec(asked.text)?.[1]
      if (channel !== undefined) {
        on().listen(session, channel)
        return Promise.resolve({ rows: [], rowCount: 0 })
      }
      return new Promise((done, fail) => {
        const end = (cause: Error): void => {
          this.#waiting.delete(end)
          fail(cause)
        }
        this.#waiting.add(end)
        on()
          .ask(session, asked)
          .then((answer) => {
            this.#waiting.delete(end)
            done(answer)
          }, end)
      })
    }
    escapeIdentifier = (name: string): string => `"${name}"`
    async end(): Promise<void> {
      if (this.#session !== undefined) await on().end(this.#session)
      this.emit('end')
    }
    release = (_cause?: unknown): void => {}
  }
  class SimulatedPool extends EventEmitter {
    readonly #config: Config & { readonly max?: number }
    readonly #idle: SimulatedClient[] = []
    readonly #waiting: ((client: Promise<SimulatedClient>) => void)[] = []
    #open = 0
    constructor(config: Config & { readonly max?: number }) {
      super()
      this.#config = config
    }
    get totalCount(): number {
      return this.#open
    }
    get idleCount(): number {
      return this.#idle.length
    }
    get waitingCount(): number {
      return this.#waiting.length
    }
    async #take(): Promise<SimulatedClient> {
      for (let client = this.#idle.pop(); client !== undefined; client = this.#idle.pop()) {
        if (client.isUsable) return client
        this.#open -= 1
      }
      if (this.#open >= (this.#config.max ?? 10))
        return new Promise((done) => {
          this.#waiting.push(done)
        })
      this.#open += 1
      return this.#connect()
    }
    async #connect(): Promise<SimulatedClient> {
      const client = new SimulatedClient(this.#config)
      try {
        await client.connect()
      } catch (cause) {
        this.#open -= 1
        throw cause
      }
      client.release = (cause) => {
        if (cause !== undefined && cause !== false && client.isUsable) void client.end()
        if (cause === undefined && client.isUsable) {
          const next = this.#waiting.shift()
          if (next === undefined) this.#idle.push(client)
          else next(Promise.resolve(client))
          return
        }
        const next = this.#waiting.shift()
        if (next === undefined) this.#open -= 1
        else next(this.#connect())
      }
      return client
    }
    connect(): Promise<SimulatedClient> {
      return this.#take()
    }
    async query(query: string | Query, values?: unknown[]): Promise<Answer> {
      const client = await this.#take()
      try {
        const answer = await client.query(query, values)
        client.release()
        return answer
      } catch (cause) {
        client.release(cause)
        throw cause
      }
    }
    async end(): Promise<void> {
      for (const client of this.#idle.splice(0)) await client.end()
    }
  }
  Object.assign(pg, { Pool: SimulatedPool, Client: SimulatedClient })
}
