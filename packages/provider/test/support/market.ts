import { erc721Abi } from '@sluice/seaport'
import { type Plan, parsePlan } from '@sluice/wire'
import type { Hono } from 'hono'
import { type Address, type Hex, hexToBigInt, parseAbi, zeroAddress } from 'viem'
import type { ChainDeps } from '../../src/deps.ts'
import { describeTokens } from '../../src/metadata/describeTokens.ts'
import { createServer } from '../../src/server/createServer.ts'
import type { Database } from '../../src/storage/connection/database.ts'
import { checkDefined } from './definedAnswers.ts'
import { type State, settingsFor, startState, type Trader } from './fixture.ts'

export type Json = { readonly [key: string]: never }
export type Reply<T = never> = { readonly status: number; readonly body: T }

/** The provider's HTTP face over a real chain and a real database, as a client walks it. */
export type Market = State & {
  readonly app: Hono
  /** The same face over another database. */
  over(db: Database): Hono
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
  /** Mints ERC-721 tokens and answers their names. */
  tokens(to: Trader, count?: number): Promise<readonly string[]>
  /** Mints a token of a collection whose artist takes 5 %. */
  royaltyToken(to: Trader): Promise<string>
  /** Mints units of one ERC-1155 token and answers its name. */
  units(to: Trader, amount: bigint): Promise<string>
  list(maker: Trader, tokens: readonly string[], more?: object): Promise<readonly Hex[]>
  bid(maker: Trader, params: readonly object[]): Promise<readonly Hex[]>
  dollars(trader: Trader, amount: bigint): Promise<void>
  ownerOf(token: string): Promise<string>
  /** Reads the metadata of every new token. */
  describe(): Promise<void>
}

export const tokenIdOf = (token: string): bigint => BigInt(token.split(':')[1] ?? '0')

export const listBody = (maker: Trader, tokens: readonly string[], more: object = {}) => ({
  maker: maker.address,
  source: 'shop.example',
  params: tokens.map((token) => ({
    token,
    weiPrice: (10n ** 18n).toString(),
    orderKind: 'seaport-v1.6',
    orderbook: 'reservoir',
    currency: zeroAddress,
    options: { 'seaport-v1.6': { useOffChainCancellation: false } },
    ...more,
  })),
})

/** @param more parts that stand in the place of the chain's own. */
export async function startMarket(
  more: Partial<ChainDeps> = {},
  ...[settings, chainOptions]: Parameters<typeof startState>
): Promise<Market> {
  const state = await startState(settings, chainOptions)
  const deps = { ...state.deps, ...more }
  const over = (db: Database): Hono =>
    createServer({
      config: settingsFor([deps.config]),
      db,
      log: deps.log,
      clock: deps.clock,
      verifier: deps.verifier,
      chains: [{ ...deps, db }],
    })
  const app = over(deps.db)
  const base = `/${deps.config.slug}`
  const request = async (method: string, path: string, init?: RequestInit) => {
    const response = await app.request(`${base}${path}`, { method, ...init })
    const body = (await response.json()) as never
    checkDefined(method, path, response.status, body)
    return { status: response.status, body }
  }
  const post = (path: string, body: unknown) =>
    request('POST', path, {
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const get = (path: string) => request('GET', path)

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
  const make = async (maker: Trader, path: string, body: unknown): Promise<readonly Hex[]> => {
    const { status, body: answer } = await post(path, body)
    if (status !== 200) throw new Error(`${path} was refused: ${JSON.stringify(answer)}`)
    return (await walk(maker, answer)).orderIds
  }
  const { contracts } = state.chain
  const editions = contracts.collections.find(({ kind }) => kind === 'erc1155')?.address as Address
  let editionId = 0n
  const paying = contracts.collections.find(({ royaltyBps }) => royaltyBps !== undefined)?.address as Address
  let paid = 0n
  return {
    ...state,
    deps,
    app,
    over,
    tokens: async (to, count = 1) => {
      const first = await state.mint(to, count)
      await state.sync()
      return Array.from({ length: count }, (_, index) => `${state.collection}:${first + BigInt(index)}`)
    },
    royaltyToken: async (to) => {
      paid += 1n
      await to.write({
        address: paying,
        abi: parseAbi(['function mint(address to, uint256 count)']),
        functionName: 'mint',
        args: [to.address, 1n],
      })
      await state.sync()
      return `${paying}:${paid}`
    },
    units: async (to, amount) => {
      editionId += 1n
      await to.write({
        address: editions,
        abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
        functionName: 'mint',
        args: [to.address, editionId, amount],
      })
      await state.sync()
      return `${editions}:${editionId}`
    },
    list: (maker, tokens, more) => make(maker, '/execute/list/v5', listBody(maker, tokens, more)),
    bid: (maker, params) =>
      make(maker, '/execute/bid/v5', { maker: maker.address, source: 'shop.example', params }),
    dollars: async (trader, amount) => {
      const abi = parseAbi(['function mint(address to, uint256 amount)'])
      await trader.write({
        address: contracts.usdc,
        abi,
        functionName: 'mint',
        args: [trader.address, amount],
      })
    },
    ownerOf: async (token) =>
      (
        await (state.traders[0] as Trader).reads.readContract({
          address: token.split(':')[0] as Address,
          abi: erc721Abi,
          functionName: 'ownerOf',
          args: [tokenIdOf(token)],
        })
      ).toLowerCase(),
    describe: () => describeTokens(deps),
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
