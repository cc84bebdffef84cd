import { type Plan, parsePlan } from '@sluice/wire'
import type { Hono } from 'hono'
import { type Address, type Hex, hexToBigInt } from 'viem'
import { createServer } from '../src/server.ts'
import { type State, startState, type Trader } from './fixture.ts'

export type Json = { readonly [key: string]: never }
export type Reply<T = never> = { readonly status: number; readonly body: T }

/** The provider's HTTP face over a real chain and a real database, as a client walks it. */
export type Market = State & {
  readonly app: Hono
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as the JSON that they are
  post(path: string, body: unknown): Promise<Reply<any>>
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as the JSON that they are
  get(path: string): Promise<Reply<any>>
  /** Walks a plan as a client does: sends, signs and posts what is incomplete, in order. */
  walk(
    trader: Trader,
    answer: unknown,
  ): Promise<{ readonly hashes: readonly Hex[]; readonly orderIds: readonly Hex[] }>
  plan(path: string, body: unknown): Promise<Plan>
}

export async function startMarket(): Promise<Market> {
  const state = await startState()
  const { deps } = state
  const app = createServer({
    config: {
      host: '127.0.0.1',
      port: 0,
      dataDir: '',
      databaseUrl: undefined,
      chains: [deps.config],
      logLevel: 'silent',
    },
    db: deps.db,
    hub: deps.hub,
    log: deps.log,
    clock: deps.clock,
    verifier: deps.verifier,
    chains: [deps],
  })
  const base = `/${deps.config.slug}`
  const read = async (response: Response) => ({
    status: response.status,
    body: (await response.json()) as never,
  })
  const post = async (path: string, body: unknown) =>
    read(
      await app.request(`${base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  const get = async (path: string) => read(await app.request(`${base}${path}`))

  const sign = async (trader: Trader, data: { sign: unknown; post: { endpoint: string; body: unknown } }) => {
    const { domain, types, value, primaryType } = data.sign as Record<string, never>
    const signature = await trader.account.signTypedData({
      domain,
      types,
      message: value,
      primaryType,
    } as never)
    const { status, body } = await post(`${data.post.endpoint}?signature=${signature}`, data.post.body)
    if (status !== 200) throw new Error(`The post was refused: ${JSON.stringify(body)}`)
    const { results = [body] } = body as { results?: { orderId: Hex }[] }
    return results.map(({ orderId }) => orderId)
  }
  const walk = async (trader: Trader, answer: unknown) => {
    const hashes: Hex[] = []
    const orderIds: Hex[] = []
    for (const step of (answer as { steps: { kind: string; items: { status: string; data: never }[] }[] })
      .steps)
      for (const item of step.items.filter(({ status }) => status === 'incomplete')) {
        if (step.kind === 'signature') orderIds.push(...(await sign(trader, item.data)))
        else {
          const { to, data, value } = item.data as { to: Address; data: Hex; value?: Hex }
          const receipt = await trader.send({
            to,
            data,
            value: value === undefined ? 0n : hexToBigInt(value),
          })
          hashes.push(receipt.transactionHash)
        }
      }
    await state.sync()
    return { hashes, orderIds }
  }
  return {
    ...state,
    app,
    post,
    get,
    walk,
    plan: async (path, body) => {
      const { status, body: answer } = await post(path, body)
      if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
      return parsePlan(answer)
    },
  }
}
