import {
  acceptOffers,
  buyTokens,
  type Client,
  cancelOrders,
  listTokens,
  placeBids,
  type Run,
  transferTokens,
} from '@sluice/core'
import { zeroAddress } from '@sluice/seaport'
import { stringify } from 'viem'
import { localDrop } from '../../devnet/src/contracts/openDrop.ts'
import { fundBidder, listingElsewhere, offerElsewhere, putElsewhere } from './elsewhere.ts'
import { requestKey } from './requestKey.ts'
import { rpc, tokensOf, type Victim, type World } from './world.ts'

const eth = 10n ** 18n
const dollars = 10n ** 6n

/** A situation on the real chain in which a victim acts, and the requests of an honest provider's plan. */
export type Scene = {
  readonly name: string
  readonly victim: Victim
  readonly start: (
    client: Client,
    signal: AbortSignal,
    confirm?: Parameters<typeof buyTokens>[1]['confirm'],
  ) => Run
  /** Requests that the honest plan leads to. */
  readonly honest: ReadonlySet<string>
}

type Act = (
  client: Client,
  common: { readonly wallet: Victim; readonly signal: AbortSignal; readonly confirm?: never },
) => Run

/** Every action in every form that the provider has for it; all of them can be repeated. */
export async function prepareScenes(world: World): Promise<ReadonlyMap<string, Scene>> {
  const { context } = world
  const [ada, ben, chloe, dev] = [0, 1, 2, 3].map((index) => world.victim(index)) as [
    Victim,
    Victim,
    Victim,
    Victim,
  ]
  const hugo = world.victim(7)
  const honest = world.client(true)
  const [own, theirs] = (await Promise.all(
    [ada, ben].map((each) => tokensOf(world, context.nft, each.account)),
  )) as [bigint[], bigint[], bigint[]]
  const name = (id: bigint | undefined) => `${context.nft}:${id}`
  const [a1, a2, a3, a4] = own.map(name) as [string, string, string, string]
  const [d1, d2, d3] = (await tokensOf(world, context.otherNft, ada.account)).map(
    (id) => `${context.otherNft}:${id}`,
  ) as [string, string, string]
  // The marketplace takes a fee, and so does the artist of the second collection.
  const fees = [`${context.receiver}:250`]
  const [b1, b2, b3, b4] = theirs.map(name) as [string, string, string, string]
  const edition = `${context.editions}:1`
  const expirationTime = `${Math.floor(Date.now() / 1_000) + 3_600}`
  await waitForProvider(world, [a1, b1, d1])
  const listed = await listTokens(honest, {
    wallet: ben,
    listings: [
      { token: b1, weiPrice: eth, expirationTime },
      { token: b2, weiPrice: eth, expirationTime },
      { token: b3, weiPrice: 500n * dollars, currency: context.usdc, expirationTime },
      { token: edition, weiPrice: 2n * eth, quantity: 2, expirationTime },
    ],
  }).result()
  const [, , , editionOrder] = listed.orders
  const mine = await listTokens(honest, {
    wallet: ada,
    listings: [{ token: a4, weiPrice: 3n * eth, expirationTime }],
  }).result()
  await placeBids(honest, {
    wallet: dev,
    bids: [
      { token: a1, weiPrice: eth / 2n, expirationTime },
      { collection: context.nft, weiPrice: eth / 4n, expirationTime },
    ],
  }).result()
  await fundBidder(world, 4)
  await Promise.all([
    putElsewhere(world, 1, listingElsewhere(world, 1, { tokenId: theirs[3] as bigint })),
    putElsewhere(
      world,
      4,
      offerElsewhere(world, 4, {
        target: { kind: 'erc721', token: context.nft, tokenId: own[2] as bigint },
      }),
    ),
  ])
  // The chain's clock moves with its blocks: the orders have begun by now.
  await rpc(world.chain.rpcUrl, 'evm_mine')
  const price = (raw: bigint, currency: string = zeroAddress) => ({ [currency]: { raw } })
  type Listings = Parameters<typeof listTokens>[1]['listings']
  type Bids = Parameters<typeof placeBids>[1]['bids']
  const buy =
    (tokens: readonly string[], expectedPrice: ReturnType<typeof price>, options = {}): Act =>
    (client, common) =>
      buyTokens(client, { ...common, items: tokens.map((token) => ({ token })), expectedPrice, options })
  const accept =
    (token: string, raw: bigint): Act =>
    (client, common) =>
      acceptOffers(client, { ...common, items: [{ token }], expectedPrice: price(raw, context.weth) })
  const list =
    (tokens: readonly string[], terms: Omit<Listings[number], 'token'>): Act =>
    (client, common) =>
      listTokens(client, {
        ...common,
        listings: tokens.map((token) => ({ token, expirationTime, ...terms })),
      })
  const bid =
    (terms: Bids[number]): Act =>
    (client, common) =>
      placeBids(client, { ...common, bids: [{ expirationTime, ...terms }] })
  const cancel =
    (what: Pick<Parameters<typeof cancelOrders>[1], 'orderIds' | 'all'>): Act =>
    (client, common) =>
      cancelOrders(client, { ...common, ...what })
  const transfer =
    (...tokens: readonly string[]): Act =>
    (client, common) =>
      transferTokens(client, { ...common, to: context.receiver, items: tokens.map((token) => ({ token })) })
  const acts: Readonly<Record<string, readonly [Victim, Act]>> = {
    buy: [chloe, buy([b1], price(eth))],
    sweep: [chloe, buy([b1, b2], price(2n * eth))],
    'buy with a tip': [
      chloe,
      buy([b1], price(eth + eth / 100n), { feesOnTop: [`${context.receiver}:${eth / 100n}`] }),
    ],
    'buy in dollars': [hugo, buy([b3], price(500n * dollars, context.usdc))],
    'buy an edition': [
      chloe,
      (client, common) =>
        buyTokens(client, {
          ...common,
          items: [{ orderId: editionOrder?.orderId as string, quantity: 1 }],
          expectedPrice: price(eth),
        }),
    ],
    mint: [
      chloe,
      (client, common) =>
        buyTokens(client, {
          ...common,
          items: [{ collection: world.chain.contracts.drop.address, quantity: 3, fillType: 'mint' }],
          expectedPrice: price(3n * localDrop.price),
        }),
    ],
    'accept an offer': [ada, accept(a1, (eth * 45n) / 100n)],
    'accept a collection offer': [ada, accept(a2, (eth * 2n) / 10n)],
    'buy from another book': [chloe, buy([b4], price(eth))],
    'accept an offer of another book': [ada, accept(a3, (eth * 9n) / 10n)],
    list: [ada, list([a2], { weiPrice: eth })],
    'list editions': [ada, list([edition], { quantity: 2, weiPrice: 2n * eth, fees })],
    'list three': [ada, list([d1, d2, d3], { weiPrice: eth, fees })],
    bid: [hugo, bid({ token: b4, weiPrice: 60n * eth, fees })],
    'bid on a collection': [chloe, bid({ collection: context.nft, weiPrice: eth })],
    cancel: [ada, cancel({ orderIds: [mine.orders[0]?.orderId as string] })],
    'cancel all': [ada, cancel({ orderIds: [], all: true })],
    transfer: [ada, transfer(a1)],
    'transfer three': [ada, transfer(a1, a2, d3)],
  }
  // Each with a client of its own: some scenes are the same action, which one client runs once at a time.
  const scenes = await Promise.all(
    Object.entries(acts).map(async ([scene, [victim, act]]): Promise<[string, Scene]> => {
      const start: Scene['start'] = (client, signal, confirm) =>
        act(client, {
          wallet: victim,
          signal,
          ...(confirm === undefined ? {} : { confirm: confirm as never }),
        })
      return [scene, { name: scene, victim, start, honest: await honestRequests(world.client(true), start) }]
    }),
  )
  return new Map(scenes)
}

/** Requests a plan from the honest provider, and reads the wallet requests from the card; nothing is signed. */
export async function honestRequests(client: Client, start: Scene['start']): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  const run = start(client, new AbortController().signal, ({ verdict }) => {
    for (const item of verdict.items) {
      if (item.kind === 'transaction') found.add(requestKey(item.call))
      else if (item.request.kind === 'typedData') found.add(requestKey(item.request))
    }
    return false
  })
  const { error } = await run.done
  if (found.size === 0)
    throw new Error(`An honest plan led to nothing: ${error?.message} ${stringify(error?.data)}`)
  return found
}

async function waitForProvider({ provider }: World, tokens: readonly string[]): Promise<void> {
  const query = tokens.map((token) => `tokens=${token}`).join('&')
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const response = await fetch(`${provider}/tokens/v7?${query}`)
    const { tokens: found = [] } = (await response.json()) as { tokens?: readonly unknown[] }
    if (found.length === tokens.length) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('The provider does not see the tokens.')
}
