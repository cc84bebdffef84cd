import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type AttackContext, defaultContext } from './attackContext.ts'
import { type PlanAttack, routeOf } from './attacks/attack.ts'
import { contentAttacks } from './attacks/content.ts'
import { planAttacks } from './attacks/plan.ts'
import { type ReplyAttack, replyAttacks } from './attacks/replies.ts'
import type { Change } from './mutate.ts'
import { createRandom } from './random.ts'
import { randomReply } from './randomReply.ts'
import { type Reply, type Request, readJson } from './reply.ts'

export type Attack = PlanAttack | ReplyAttack

/** How the proxy lies: never, with a named attack, or at random from a seed. */
export type Tactic =
  | { readonly kind: 'honest' }
  | { readonly kind: 'attack'; readonly attack: Attack }
  | {
      readonly kind: 'seed'
      readonly seed: number
      /** The percentage of responses that are lies. */
      readonly share?: number
      /** Prefixes of the routes whose responses may be lies. */
      readonly routes?: readonly string[]
    }

/** One lie of the proxy, as plain data. */
export type Lie = {
  readonly method: string
  readonly path: string
  readonly attack: string
  readonly change: Change
}

export type HostileOptions = {
  /** Base URL of an honest provider. */
  readonly target: string
  /** Port to listen on; 0 for any free one. */
  readonly port?: number
  readonly context?: Partial<AttackContext>
  readonly tactic?: Tactic
  /** Called with each lie. */
  readonly onLie?: (lie: Lie) => void
}

export type HostileProxy = {
  /** Base URL of the proxy, to be used in place of the provider's. */
  readonly url: string
  readonly lies: readonly Lie[]
  readonly requests: readonly Request[]
  /** Changes the tactic, and clears the recorded lies and requests. */
  readonly play: (tactic: Tactic, context?: Partial<AttackContext>) => void
  readonly stop: () => Promise<void>
}

/** Returns every named attack: in plans, in transport, timing and status, and in displayed content. */
export const attacksFor = (context: AttackContext, elsewhere?: string): readonly Attack[] => [
  ...planAttacks(context),
  ...replyAttacks(context, elsewhere),
  ...contentAttacks,
]

/** Returns the attack whose name is `name`, else the first one whose name starts with it. */
export function attackNamed(name: string, context: AttackContext, elsewhere?: string): Attack {
  const all = attacksFor(context, elsewhere)
  const found =
    all.find((attack) => attack.name === name) ?? all.find((attack) => attack.name.startsWith(name))
  if (found === undefined) throw new RangeError(`There is no attack named ${name}.`)
  return found
}

const hopByHop = new Set(['host', 'connection', 'content-length', 'accept-encoding', 'transfer-encoding'])

/** Starts a server that responds like the target, except for the lies of its tactic. */
export async function startHostileProxy(options: HostileOptions): Promise<HostileProxy> {
  const target = new URL(options.target)
  const base = target.pathname.replace(/\/$/, '')
  let lies: Lie[] = []
  let requests: Request[] = []
  let counts = new Map<string, number>()
  let tactic: Tactic = options.tactic ?? { kind: 'honest' }
  let context: AttackContext = { ...defaultContext, ...options.context }
  const report = (request: Request, attack: string, change: Change) => {
    const { method, path } = request
    const lie = { method, path, attack, change }
    lies.push(lie)
    options.onLie?.(lie)
  }
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const request = await readRequest(incoming, base, counts)
    requests.push(request)
    const honest = () => forward(target.origin + base, request, incoming)
    send(response, await answer(request, honest, { tactic, context }, report))
  }
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch((cause: unknown) => {
      response.destroy(cause instanceof Error ? cause : undefined)
    })
  })
  // Longer than clients keep idle connections, so that no request is sent on a connection that the server closes.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${base}`,
    get lies() {
      return lies
    },
    get requests() {
      return requests
    },
    play: (nextTactic, more) => {
      tactic = nextTactic
      context = { ...context, ...more }
      lies = []
      requests = []
      counts = new Map()
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

type ReportLie = (request: Request, attack: string, change: Change) => void

async function answer(
  request: Request,
  honest: () => Promise<Reply>,
  { tactic, context }: { readonly tactic: Tactic; readonly context: AttackContext },
  report: ReportLie,
): Promise<Reply> {
  const { method, path, count } = request
  if (tactic.kind === 'honest') return honest()
  if (tactic.kind === 'seed') {
    const { seed, share = 50, routes = ['/'] } = tactic
    const random = createRandom(seed, method, withoutHashes(path), count)
    const reply = await honest()
    if (!routes.some((route) => path.startsWith(route)) || random.below(100) >= share) return reply
    const lie = randomReply(reply, random, context)
    if (lie === undefined) return reply
    report(request, `seed ${seed}`, lie.change)
    return lie.reply
  }
  const { attack } = tactic
  if (attack.kind === 'reply') {
    if (!attack.routes.some((route) => path.startsWith(route))) return honest()
    report(request, attack.name, { path: '', operator: attack.name, before: undefined, after: undefined })
    return attack.answer(request, honest)
  }
  const reply = await honest()
  const before = readJson(reply)
  if (!path.startsWith(routeOf(attack)) || before === undefined || reply.status !== 200) return reply
  const after = structuredClone(before)
  try {
    attack.change(after)
  } catch (cause) {
    // The response has no place for the lie, because it is of another route or has fewer steps.
    if (cause instanceof Error) return reply
    throw cause
  }
  const text = JSON.stringify(after)
  if (text === JSON.stringify(before)) return reply
  report(request, attack.name, { path: 'steps', operator: attack.name, before, after })
  return { ...reply, text }
}

/** Returns a path without its hashes, so that the same seed gives the same result for the same request. */
const withoutHashes = (path: string): string => path.replace(/0x[0-9a-fA-F]+/g, '#')

async function readRequest(
  incoming: IncomingMessage,
  base: string,
  counts: Map<string, number>,
): Promise<Request> {
  const body = await text(incoming)
  const url = new URL(incoming.url ?? '/', 'http://localhost')
  const path = url.pathname.startsWith(base) ? url.pathname.slice(base.length) : url.pathname
  const method = incoming.method ?? 'GET'
  const key = `${method} ${withoutHashes(path)}`
  const count = counts.get(key) ?? 0
  counts.set(key, count + 1)
  return { method, path, query: url.searchParams, body, count }
}

/** Forwards a request to the provider. Event streams are not supported, so they get status 404. */
async function forward(base: string, request: Request, incoming: IncomingMessage): Promise<Reply> {
  const { method, path, query, body } = request
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).flatMap(([name, value]) =>
      hopByHop.has(name) || typeof value !== 'string' ? [] : [[name, value]],
    ),
  )
  const search = query.size === 0 ? '' : `?${query}`
  if (path.startsWith('/events'))
    return { status: 404, headers: { 'content-type': 'application/json' }, text: '{}' }
  const response = await fetch(`${base}${path}${search}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body === '' ? {} : { body }),
  })
  const kept = [...response.headers].filter(([name]) => !hopByHop.has(name) && name !== 'content-encoding')
  return { status: response.status, headers: Object.fromEntries(kept), text: await response.text() }
}

function send(response: ServerResponse, reply: Reply): void {
  const { status, headers, text, late = 0, cutAt, drip, silent = false } = reply
  if (silent) return
  setTimeout(() => {
    response.writeHead(status, {
      ...headers,
      ...(status === 204 ? {} : { 'content-length': `${Buffer.byteLength(text)}` }),
    })
    if (drip !== undefined) sendSlowly(response, text, drip)
    else if (cutAt === undefined) response.end(status === 204 ? '' : text)
    else response.write(text.slice(0, cutAt), () => response.destroy())
  }, late)
}

/** Sends a text byte by byte until the client disconnects. */
function sendSlowly(response: ServerResponse, text: string, pause: number): void {
  const bytes = Buffer.from(text)
  const state = { at: 0 }
  const timer = setInterval(() => {
    if (state.at < bytes.length) response.write(bytes.subarray(state.at, state.at + 1))
    else response.end()
    state.at += 1
    if (state.at > bytes.length) clearInterval(timer)
  }, pause)
  response.once('close', () => clearInterval(timer))
}
