import { connect, type Socket } from 'node:net'
import { constants, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { toHex } from 'viem'

/** What the attackers are told: the provider, and a body that costs it much. */
export type AttackSetting = {
  readonly base: string
  readonly port: number
  readonly slug: string
  readonly collection: string
  /** The body of a post of orders whose signature check burns gas. */
  readonly burning: string
}

/** A caller from a network of its own. */
const stranger = (place: number): string => `203.${(place >> 8) & 255}.${place & 255}.9`

/** Starts every attack, each from networks of its own; returns the way to end them. */
function startAttacks({ base, port, slug, collection, burning }: AttackSetting) {
  const sent: Record<string, number> = {}
  const sockets: Socket[] = []
  let over = false
  let callers = 0
  const count = (name: string): void => {
    sent[name] = (sent[name] ?? 0) + 1
  }
  const open = (name: string, text: string): Socket => {
    count(name)
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('error', () => {})
    sockets.push(socket)
    return socket
  }
  const head = (line: string, more = '') =>
    `${line} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${stranger((callers += 1))}\r\n${more}\r\n`
  for (let n = 0; n < 400; n += 1)
    open('slow bodies', `${head(`POST /${slug}/order/v4`, 'content-length: 4194304\r\n')}x`)
  for (let n = 0; n < 600; n += 1) open('idle connections', 'GET / HTTP/1.1\r\n')
  for (let n = 0; n < 200; n += 1) open('deaf readers', head(`GET /${slug}/events`)).pause()

  const ask = async (
    name: string,
    path: string,
    more: RequestInit & { headers?: Record<string, string> } = {},
  ) => {
    count(name)
    const headers = { 'x-forwarded-for': stranger((callers += 1)), ...more.headers }
    await fetch(`${base}${path}`, { ...more, headers }).then(
      (answer) => answer.arrayBuffer(),
      () => undefined,
    )
  }
  const repeat = async (work: (turn: number) => Promise<void>, rest: number): Promise<void> => {
    for (let turn = 0; !over; turn += 1) {
      await work(turn)
      await pause(rest)
    }
  }
  const token = `${collection}:${'9'.repeat(78)}`
  const running = Promise.all([
    repeat(() => ask('gas burners', '/order/v4', { method: 'POST', body: burning }), 500),
    repeat(
      (turn) =>
        ask('long keys', '/orders/asks/v5', { headers: { 'x-api-key': `slc_${turn}${'k'.repeat(12_000)}` } }),
      20,
    ),
    repeat((turn) => ask('unknown collections', `/collections/v7?id=${toHex(turn + 1, { size: 20 })}`), 100),
    repeat(() => ask('huge ids', `/tokens/v7?tokens=${token}`), 50),
    repeat(() => ask('long pages', `/tokens/v7?collection=${collection}&limit=100`), 50),
  ])
  return async (): Promise<Readonly<Record<string, number>>> => {
    over = true
    for (const socket of sockets) socket.destroy()
    await running
    return sent
  }
}

// Attackers bring machines of their own: what their requests cost to make must not be charged to the provider.
setPriority(constants.priority.PRIORITY_LOW)

process.once('message', (setting: AttackSetting) => {
  const end = startAttacks(setting)
  process.once('message', async () => process.send?.(await end()))
  process.send?.('started')
})
