import {
  acceptOffers,
  buyTokens,
  type Client,
  listTokens,
  placeBids,
  type Run,
  transferTokens,
  type Verdict,
} from '@sluice/core'
import { zeroAddress } from '@sluice/seaport'
import { rpc, tokensOf, type Victim, type World } from './world.ts'

const eth = 10n ** 18n

type Confirm = Parameters<typeof buyTokens>[1]['confirm']
type Form = readonly [
  name: string,
  victim: Victim,
  act: (client: Client, common: { readonly wallet: Victim; readonly confirm: Confirm }) => Run,
]

/** The guards' verdict on one honest plan of the running provider. */
export type FormResult = {
  readonly name: string
  readonly verdict: Verdict | undefined
  readonly said: string
}

/** Forms of the actions beyond the scenes', requested from the running provider; nothing is signed. */
export async function checkForms(world: World): Promise<readonly FormResult[]> {
  const { context } = world
  const [ada, ben, chloe] = [0, 1, 2].map((index) => world.victim(index)) as [Victim, Victim, Victim]
  const honest = world.client(true)
  const name = (id: bigint | undefined) => `${context.nft}:${id}`
  const other = (id: bigint | undefined) => `${context.otherNft}:${id}`
  const [a1, a2] = (await tokensOf(world, context.nft, ada.account)).map(name) as [string, string]
  const [b1, b2] = (await tokensOf(world, context.nft, ben.account)).map(name) as [string, string]
  const [o1, o2, o3] = (await tokensOf(world, context.otherNft, ben.account)).map(other) as [
    string,
    string,
    string,
  ]
  const expirationTime = `${Math.floor(Date.now() / 1_000) + 3_600}`
  const { orders } = await listTokens(honest, {
    wallet: ben,
    listings: [
      { token: o1, weiPrice: eth, taker: chloe.account, expirationTime },
      { token: o2, weiPrice: 2n * eth, endWeiPrice: eth, expirationTime },
      { token: o3, weiPrice: eth, expirationTime, automatedRoyalties: false },
    ],
  }).result()
  await rpc(world.chain.rpcUrl, 'evm_mine')
  const price = (raw: bigint, currency: string = zeroAddress) => ({ [currency]: { raw } })
  const buying =
    (
      items: Parameters<typeof buyTokens>[1]['items'],
      raw: bigint,
      options: Parameters<typeof buyTokens>[1]['options'] = {},
    ): Form[2] =>
    (client, common) =>
      buyTokens(client, { ...common, items, expectedPrice: price(raw), options })
  const listing =
    (more: object): Form[2] =>
    (client, common) =>
      listTokens(client, {
        ...common,
        listings: [{ token: a2, weiPrice: 2n * eth, expirationTime, ...more }],
      })
  const forms: readonly Form[] = [
    ['a falling price', ada, listing({ endWeiPrice: eth })],
    ['a private listing', ada, listing({ taker: context.receiver })],
    ['a listing in dollars', ada, listing({ currency: context.usdc, weiPrice: 5_000_000n })],
    ['a listing with two fees', ada, listing({ fees: [`${context.receiver}:250`, `${ben.account}:100`] })],
    ['a listing without royalties', ada, listing({ automatedRoyalties: false })],
    ['a private purchase', chloe, buying([{ orderId: orders[0]?.orderId as string }], eth)],
    ['a purchase at a falling price', chloe, buying([{ token: o2 }], 2n * eth)],
    ['a purchase by order', chloe, buying([{ orderId: orders[2]?.orderId as string }], eth)],
    ['royalties on top', chloe, buying([{ token: o3 }], 2n * eth, { normalizeRoyalties: true })],
    [
      'fees on top to two',
      chloe,
      buying([{ token: b1 }], eth + (3n * eth) / 100n, {
        feesOnTop: [`${context.receiver}:${eth / 100n}`, `${ada.account}:${(2n * eth) / 100n}`],
      }),
    ],
    ['a gift', chloe, buying([{ token: b1 }], eth, { taker: context.receiver })],
    ['what there is of two', chloe, buying([{ token: b1 }, { token: b2 }], 2n * eth, { partial: true })],
    ['the cheapest of a collection', chloe, buying([{ collection: context.nft }], eth)],
    [
      'two offers at once',
      ada,
      (client, common) =>
        acceptOffers(client, {
          ...common,
          items: [{ token: a1 }, { token: a2 }],
          expectedPrice: price((eth * 6n) / 10n, context.weth),
        }),
    ],
    [
      'two bids at once',
      chloe,
      (client, common) =>
        placeBids(client, {
          ...common,
          bids: [b1, b2].map((token) => ({ token, weiPrice: eth / 10n, expirationTime })),
        }),
    ],
    [
      'units of an edition moved',
      ben,
      (client, common) =>
        transferTokens(client, {
          ...common,
          to: context.receiver,
          items: [{ token: `${context.editions}:1`, quantity: 1 }],
        }),
    ],
  ]
  const passed: FormResult[] = []
  for (const [form, victim, act] of forms) {
    const seen: Verdict[] = []
    const run = act(honest, {
      wallet: victim,
      confirm: ({ verdict }) => {
        seen.push(verdict)
        return false
      },
    })
    const { error } = await run.done
    passed.push({ name: form, verdict: seen[0], said: `${error?.code} ${error?.message}` })
  }
  return passed
}
