import { connect, type Socket } from 'node:net'

/** What one process of readers opens: streams of a provider, each by the path of its place. */
export type Opening = { readonly port: number; readonly paths: readonly string[]; readonly from: number }

/** What the readers of a process saw: for each stream since the last report. */
export type Seen = {
  /** Events of each stream. */
  readonly events: readonly number[]
  /** When the last byte of an event arrived, in milliseconds of the system's clock; 0 without one. */
  readonly last: readonly number[]
  /** Streams that ended. */
  readonly closed: number
}

export type Request = { readonly open: Opening } | 'report'

/** Streams that are opened at once. */
const atOnce = 64
const mark = Buffer.from('event: ')
const now = (): number => performance.timeOrigin + performance.now()

/** Reads streams by bare sockets, as cheaply as can be: the readers share the machine with what they measure. */
function createReaders() {
  const [events, last]: [number[], number[]] = [[], []]
  let closed = 0
  const open = (port: number, path: string, address: string): Promise<void> =>
    new Promise((done, fail) => {
      const place = events.push(0) - 1
      last.push(0)
      const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: address })
      socket.once('error', fail)
      socket.once('close', () => {
        closed += 1
        fail(new Error(`A stream ended: ${path}`))
      })
      let connected = false
      socket.on('data', (chunk: Buffer) => {
        if (!connected && chunk.includes(': connected')) {
          connected = true
          done()
        }
        let count = 0
        for (let at = chunk.indexOf(mark); at >= 0; at = chunk.indexOf(mark, at + mark.length)) count += 1
        if (count === 0) return
        events[place] = (events[place] ?? 0) + count
        last[place] = now()
      })
      socket.write(`GET ${path} HTTP/1.1\r\nhost: provider\r\naccept: text/event-stream\r\n\r\n`)
    })
  return {
    open: async ({ port, paths, from }: Opening): Promise<void> => {
      let next = 0
      const opener = async (): Promise<void> => {
        // Several addresses of this machine: one alone has too few ports.
        for (let place = next++; place < paths.length; place = next++)
          await open(port, paths[place] ?? '', `127.0.0.${from + Math.floor(place / 10_000)}`)
      }
      await Promise.all(Array.from({ length: atOnce }, opener))
    },
    report: (): Seen => {
      const seen = { events: [...events], last: [...last], closed }
      events.fill(0)
      last.fill(0)
      return seen
    },
  }
}

if (process.send !== undefined) {
  const readers = createReaders()
  process.on('message', (request: Request) => {
    if (request === 'report') process.send?.(readers.report())
    else
      readers.open(request.open).then(
        () => process.send?.('open'),
        (cause: unknown) => {
          console.error(cause)
          process.exit(1)
        },
      )
  })
}
