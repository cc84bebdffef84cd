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
import { type Double, rpc, tokensOf, type World } from './world.ts'

const eth = 10n ** 18n

type Confirm = Parameters<typeof buyTokens>[1]['confirm']
type Form = readonly [
  name: string,
  victim: Double,
  act: (client: Client, common: { readonly wallet: Double; readonly confirm: Confirm }) => Run,
]

/** The guards' verdict on one honest plan of the running provider. */
export type Passed = { readonly name: string; readonly verdict: Verdict | undefined; readonly said: string }

/** Forms of the actions beyond the scenes', requested from the running provider; nothing is signed. */
export async function passForms(world: World): Promise<readonly Passed[]> {
  const { cast } = world
  const [ada, ben, chloe] = [0, 1, 2].map((index) => world.double(index)) as [Double, Double, Double]
  const honest = world.client(true)
  const name = (id: bigint | undefined) => `${cast.nft}:${id}`
  const other = (id: bigint | undefined) => `${cast.otherNft}:${id}`
  const [a1, a2] = (await tokensOf(world, cast.nft, ada.account)).map(name) as [string, string]
  const [b1, b2] = (await tokensOf(world, cast.nft, ben.account)).map(name) as [string, string]
  const [o1, o2, o3] = (await tokensOf(world, cast.otherNft, ben.account)).map(other) as [
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
    ['a private listing', ada, listing({ taker: cast.receiver })],
    ['a listing in dollars', ada, listing({ currency: cast.usdc, weiPrice: 5_000_000n })],
    ['a listing with two fees', ada, listing({ fees: [`${cast.receiver}:250`, `${ben.account}:100`] })],
    ['a listing without royalties', ada, listing({ automatedRoyalties: false })],
    ['a private purchase', chloe, buying([{ orderId: orders[0]?.orderId as string }], eth)],
    ['a purchase at a falling price', chloe, buying([{ token: o2 }], 2n * eth)],
    ['a purchase by order', chloe, buying([{ orderId: orders[2]?.orderId as string }], eth)],
    ['royalties on top', chloe, buying([{ token: o3 }], 2n * eth, { normalizeRoyalties: true })],
    [
      'fees on top to two',
      chloe,
      buying([{ token: b1 }], eth + (3n * eth) / 100n, {
        feesOnTop: [`${cast.receiver}:${eth / 100n}`, `${ada.account}:${(2n * eth) / 100n}`],
      }),
    ],
    ['a gift', chloe, buying([{ token: b1 }], eth, { taker: cast.receiver })],
    ['what there is of two', chloe, buying([{ token: b1 }, { token: b2 }], 2n * eth, { partial: true })],
    ['the cheapest of a collection', chloe, buying([{ collection: cast.nft }], eth)],
    [
      'two offers at once',
      ada,
      (client, common) =>
        acceptOffers(client, {
          ...common,
          items: [{ token: a1 }, { token: a2 }],
          expectedPrice: price((eth * 6n) / 10n, cast.weth),
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
          to: cast.receiver,
          items: [{ token: `${cast.editions}:1`, quantity: 1 }],
        }),
    ],
  ]
  const passed: Passed[] = []
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
