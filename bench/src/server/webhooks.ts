import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startProvider } from '@sluice/devnet'
import { figureOf, type Table } from '../report/figures.ts'
import { providerPid, secondsOf } from './processes.ts'
import { withPostgres } from './server.ts'
import { withChain, withoutRecount } from './withChain.ts'
import { withClient } from './withClient.ts'

const events = Number(process.env.BENCH_EVENTS ?? 1_000_000)
/** The shares of the events after which the provider is killed. */
const kills = [1 / 3, 2 / 3]
/** A host of the public internet for the provider, which a rule of its process leads to this machine. */
const host = 'hooks.example'
/** Two subscriptions: all transfers, and those of one collection, every tenth. */
const contracts = Array.from({ length: 10 }, (_, index) => `0x${String(index).repeat(40)}`)

const redirect = `import net from 'node:net'
const { connect } = net.Socket.prototype
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0]
  if (options?.host === '${host}') options.host = '127.0.0.1'
  return connect.apply(this, args)
}`

/** What a subscription received. */
type Received = { last: number; count: number; repeated: number; wrong: number; calls: number }

/** Receives calls and checks that the events of each path come in order. `step` is the distance of two events. */
async function startReceiver(folder: string, steps: Readonly<Record<string, number>>) {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const words = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${host} -addext subjectAltName=DNS:${host}`
  execFileSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const received: Record<string, Received> = {}
  let connections = 0
  const take = (path: string, body: string): void => {
    const one = (received[path] ??= { last: 0, count: 0, repeated: 0, wrong: 0, calls: 0 })
    one.calls += 1
    const { events: told } = JSON.parse(body) as { events: { data: { place?: number } }[] }
    for (const { data } of told) {
      if (data.place === undefined) continue
      one.count += 1
      if (data.place <= one.last) one.repeated += 1
      else {
        if (one.last > 0 && data.place !== one.last + (steps[path] ?? 1)) one.wrong += 1
        one.last = data.place
      }
    }
  }
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, answer) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      take(request.url ?? '', Buffer.concat(parts).toString())
      answer.end('{"ok":true}')
    })
  })
  server.on('secureConnection', () => {
    connections += 1
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    cert,
    origin: `https://${host}:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Writes events that wait, and the two webhooks that have received none of them. */
const fillOutbox = (databaseUrl: string, chainId: number, origin: string): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ seq: string }>('select coalesce(max(seq), 0) as seq from outbox')
    await client.query(
      `insert into outbox (chain_id, kind, payload)
       select $1, 'transfer', jsonb_build_object('place', n, 'contract', ($3::text[])[n % 10 + 1], 'tokenId', n::text,
         'from', '0x' || lpad(to_hex(n), 40, '0'), 'to', '0x' || lpad(to_hex(n + 1), 40, '0'), 'amount', '1',
         'txHash', '0x' || lpad(to_hex(n), 64, '0'), 'block', n / 50)
       from generate_series(1, $2::int) n`,
      [chainId, events, contracts],
    )
    for (const [path, wanted] of [
      ['all', []],
      ['one', contracts.slice(0, 1)],
    ] as const)
      await client.query(
        `insert into webhooks (chain_id, id, url, secret, kinds, contracts, seq) values ($1, $2, $3, 'secret', $4, $5, $6)`,
        [chainId, path, `${origin}/${path}`, ['transfer'], wanted, rows[0]?.seq],
      )
    await client.query('analyze outbox')
  })

/** `BENCH_EVENTS` names another number of events than a million. */
export const webhooks = (): Promise<readonly Table[]> =>
  withPostgres((databaseUrl) =>
    withChain({ databaseUrl, ...withoutRecount }, async (chain, options) => {
      const folder = mkdtempSync(join(tmpdir(), 'sluice-bench-hooks-'))
      const receiver = await startReceiver(folder, { '/all': 1, '/one': contracts.length })
      try {
        // The provider creates the tables; it is started again over the backlog.
        await (await startProvider(options)).stop()
        await fillOutbox(databaseUrl, chain.id, receiver.origin)
        const environment = {
          ...options.environment,
          NODE_EXTRA_CA_CERTS: receiver.cert,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(redirect)}`,
        }
        const provider = await startProvider({ ...options, environment })
        const count = () => receiver.received['/all']?.count ?? 0
        const until = async (done: () => boolean): Promise<void> => {
          while (!done()) await pause(20)
        }
        let [seconds, sent, cpu] = [0, 0, 0]
        try {
          for (const end of [...kills.map((share) => Math.floor(events * share)), undefined]) {
            const before = count()
            // A leader that was killed keeps its lease for a moment.
            await until(() => count() > before)
            const [start, from, used] = [performance.now(), count(), secondsOf(providerPid())]
            if (end === undefined) {
              const [tenth, all] = [Math.floor(events / 10) * 10, events]
              await until(
                () =>
                  receiver.received['/all']?.last === all &&
                  (receiver.received['/one']?.last ?? 0) + contracts.length > tenth,
              )
            } else await until(() => count() >= end)
            cpu += secondsOf(providerPid()) - used
            seconds += (performance.now() - start) / 1000
            sent += count() - from
            if (end !== undefined) await provider.restart()
          }
        } finally {
          await provider.stop()
        }
        return tables(receiver.received, receiver.connections(), sent / seconds, (cpu * 1e6) / sent)
      } finally {
        receiver.stop()
        rmSync(folder, { recursive: true, force: true })
      }
    }),
  )

function tables(
  received: Readonly<Record<string, Received>>,
  connections: number,
  rate: number,
  cpu: number,
): readonly Table[] {
  const all = Object.values(received)
  const sum = (of: (one: Received) => number) => all.reduce((total, one) => total + of(one), 0)
  const out = sum(({ wrong }) => wrong)
  const lost = events - ((received['/all']?.count ?? 0) - (received['/all']?.repeated ?? 0))
  const note = `${events.toLocaleString('en')} events wait for a receiver of all of them and for one of every tenth, by https on this machine. The provider is killed ${kills.length} times: ${lost} lost, ${out} out of order, ${sum(({ repeated }) => repeated)} sent again; ${sum(({ calls }) => calls).toLocaleString('en')} calls over ${connections} connections.`
  if (lost !== 0 || out !== 0) throw new Error(note)
  console.log(note)
  return [
    {
      id: 'webhooks',
      title: 'A backlog sent to webhooks',
      note,
      unit: 'per second',
      better: 'more',
      rows: [{ what: 'events', ours: figureOf([rate]) }],
    },
    {
      id: 'webhooks-cpu',
      title: 'Processor of the provider for each event sent to webhooks',
      note: 'In the same run.',
      unit: 'µs',
      better: 'less',
      rows: [{ what: 'an event', ours: figureOf([cpu]) }],
    },
  ]
}
