import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

/** Requests of one load: the server, the number of connections, and whether the requests are repeated. */
export type RawLoad = {
  readonly port: number
  readonly clients: number
  /** Complete requests as bytes, one after the other; each with its length before it, 4 bytes. */
  readonly file: string
  /** Milliseconds for which requests are repeated; once through the file when absent. */
  readonly milliseconds?: number
}
export type RawResult = {
  readonly seconds: number
  readonly answers: number
  /** Milliseconds: the median and the 99th percentile. */
  readonly median: number
  readonly p99: number
  /** The first response that was not a 200, or that contains a rejected order. */
  readonly refused: string | undefined
}

/** One request as bytes. */
export function rawRequest(method: 'GET' | 'POST', path: string, body = ''): Buffer {
  const bytes = Buffer.from(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    ...(method === 'POST' ? ['content-type: application/json', `content-length: ${bytes.length}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), bytes])
}

/** Requests as the file of a {@link RawLoad} contains them. */
export const packed = (requests: readonly Buffer[]): Buffer =>
  Buffer.concat(
    requests.flatMap((request) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(request.length)
      return [length, request]
    }),
  )

function unpacked(file: Buffer): readonly Buffer[] {
  const requests: Buffer[] = []
  for (let at = 0; at < file.length; ) {
    const end = at + 4 + file.readUInt32LE(at)
    requests.push(file.subarray(at + 4, end))
    at = end
  }
  return requests
}

/** Runs a load in a process of its own that mostly writes and reads: the CPU is left to the server. */
export async function runRaw(load: RawLoad): Promise<RawResult> {
  const child = fork(import.meta.filename, [], { env: { ...process.env, RAW_LOAD: JSON.stringify(load) } })
  return new Promise((done, fail) => {
    child.once('message', (message) => done(message as RawResult))
    child.once('exit', () => fail(new Error('The client stopped before its end.')))
  })
}

/** Sends requests on one connection, each after the response to the last. */
function connection(port: number): Promise<(request: Buffer) => Promise<Buffer>> {
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true })
  let parts: Buffer[] = []
  let held = 0
  let wanted = 0
  let answered: (answer: Buffer) => void = () => {}
  socket.on('data', (chunk: Buffer) => {
    parts.push(chunk)
    held += chunk.length
    if (wanted === 0) {
      const head = parts.length === 1 ? chunk : Buffer.concat(parts)
      const end = head.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /content-length: ([0-9]+)/i.exec(head.toString('latin1', 0, end))?.[1]
      if (length === undefined) throw new Error('An answer does not tell its length.')
      wanted = end + 4 + Number(length)
    }
    if (held < wanted) return
    const answer = Buffer.concat(parts)
    parts = []
    held = 0
    wanted = 0
    answered(answer)
  })
  const ask = (request: Buffer): Promise<Buffer> =>
    new Promise((done) => {
      answered = done
      socket.write(request)
    })
  return new Promise((done, fail) => {
    socket.once('connect', () => done(ask))
    socket.once('error', fail)
  })
}

const failed = (answer: Buffer): boolean =>
  !answer.subarray(0, 12).equals(Buffer.from('HTTP/1.1 200')) || answer.includes('"detail"')

async function run({ port, clients, file, milliseconds }: RawLoad): Promise<RawResult> {
  const requests = unpacked(readFileSync(file))
  const connections = await Promise.all(Array.from({ length: clients }, () => connection(port)))
  const times: number[] = []
  let next = 0
  let refused: string | undefined
  const started = performance.now()
  const more = (): Buffer | undefined => {
    if (refused !== undefined) return undefined
    if (milliseconds === undefined) return requests[next++]
    return performance.now() - started < milliseconds ? requests[next++ % requests.length] : undefined
  }
  await Promise.all(
    connections.map(async (ask) => {
      for (let request = more(); request !== undefined; request = more()) {
        const before = performance.now()
        const answer = await ask(request)
        times.push(performance.now() - before)
        if (failed(answer)) refused = answer.toString('utf8', 0, 600)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { seconds, answers: times.length, median: at(0.5), p99: at(0.99), refused }
}

const given = process.env.RAW_LOAD
if (given !== undefined && process.send !== undefined)
  process.send(await run(JSON.parse(given) as RawLoad), undefined, undefined, () => process.exit(0))
