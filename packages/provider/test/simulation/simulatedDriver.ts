import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import pg from 'pg'
import type { CopyStreamQuery } from 'pg-copy-streams'
import type { Answer, Query } from './backends.ts'
import type { Scheduler } from './scheduler.ts'
import { broken, type Session, type SimulatedPostgres } from './simulatedPostgres.ts'

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
export function installSimulatedDriver(on: () => SimulatedPostgres, scheduler: () => Scheduler): void {
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
