import { type LocalChain, localAccounts, type Writer, writerOf } from '@sluice/devnet'
import { erc20Abi, fulfillAdvanced, type OrderComponents, wrappedNativeAbi } from '@sluice/seaport'
import { type Address, type Hex, hexToBigInt, parseAbi, parseEther, type TransactionReceipt } from 'viem'
import { figureOf, type Row, type Table } from '../report/figures.ts'
import { withProvider } from './withChain.ts'

type Trader = Writer & { readonly address: Address }
type Signed = { readonly id: Hex; readonly components: OrderComponents; readonly signature: Hex }
type Item = { readonly status: string; readonly data: never }
type Plan = { readonly steps: readonly { readonly kind: string; readonly items: readonly Item[] }[] }
type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

const mint = parseAbi(['function mint(address to, uint256 count)'])
const price = parseEther('0.1')
/** Listings in a sweep. */
const many = 10

type Wire = Readonly<Record<string, string | number>>
type WireOrder = Wire & { readonly offer: readonly Wire[]; readonly consideration: readonly Wire[] }

/** An order as in typed data, with bigint amounts. */
function componentsOf(order: WireOrder): OrderComponents {
  const big = (from: Wire, keys: readonly string[]) =>
    Object.fromEntries(keys.map((key) => [key, BigInt(from[key] ?? 0)]))
  const item = (one: Wire) => ({
    ...one,
    ...big(one, ['identifierOrCriteria', 'startAmount', 'endAmount']),
    itemType: Number(one.itemType),
  })
  return {
    ...order,
    ...big(order, ['startTime', 'endTime', 'salt', 'counter']),
    orderType: Number(order.orderType),
    offer: order.offer.map(item),
    consideration: order.consideration.map(item),
  } as unknown as OrderComponents
}

/** A market over HTTP, for a client without any library. */
function marketAt(base: string) {
  const ask = async (path: string, body?: object): Promise<object> => {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const answer = await fetch(`${base}${path}`, body === undefined ? {} : init)
    const json = (await answer.json()) as object
    if (!answer.ok) throw new Error(`${path} was refused: ${JSON.stringify(json)}`)
    return json
  }
  /** Waits until the provider has seen the transaction. */
  const synced = async (receipt: TransactionReceipt): Promise<number> => {
    const path = `/transactions/${receipt.transactionHash}/synced/v1`
    while (!((await ask(path)) as { synced: boolean }).synced) await new Promise((go) => setTimeout(go, 20))
    return Number(receipt.gasUsed)
  }
  const callOf = ({ data }: Item): Call => {
    const { to, data: input, value }: { to: Address; data: Hex; value?: Hex } = data
    return { to, data: input, value: value === undefined ? 0n : hexToBigInt(value) }
  }
  /** Makes the orders of a plan, each with its own signature. */
  const make = async (maker: Trader, path: string, body: object): Promise<Signed> => {
    const { steps } = (await ask(path, { maker: maker.address, ...body })) as Plan
    const orders: Signed[] = []
    for (const { kind, items } of steps)
      for (const item of items.filter(({ status }) => status === 'incomplete')) {
        if (kind === 'transaction') {
          await synced(await maker.send(callOf(item)))
          continue
        }
        const { sign, post }: { sign: never; post: { endpoint: string; body: object } } = item.data
        const { domain, types, value: message, primaryType } = sign
        const signature = await maker.account.signTypedData({ domain, types, message, primaryType } as never)
        const kept = (await ask(`${post.endpoint}?signature=${signature}`, post.body)) as {
          orderId?: Hex
          results?: readonly { orderId: Hex }[]
        }
        const id = kept.orderId ?? kept.results?.[0]?.orderId
        if (id === undefined) throw new Error('An order was posted, and has no name.')
        orders.push({ id, components: componentsOf(message), signature })
      }
    const [only] = orders
    if (only === undefined || orders.length > 1) throw new Error('One order was asked for.')
    return only
  }
  /** Gas of a trade by the provider's plan. */
  const trade = async (taker: Trader, path: string, items: readonly object[]): Promise<number> => {
    const { steps } = (await ask(path, { taker: taker.address, items })) as Plan
    const sale = steps.at(-1)?.items[0]
    if (sale === undefined) throw new Error('There is nothing to send.')
    return synced(await taker.send(callOf(sale)))
  }
  return { make, trade, synced }
}

async function measure(chain: LocalChain, base: string) {
  const [seller, buyer, ...paid] = localAccounts()
    .slice(0, 4)
    .map(({ address, privateKey }): Trader => ({ ...writerOf(chain, privateKey), address }))
  const collection = chain.contracts.collections.find(({ kind }) => kind === 'erc721')?.address
  if (seller === undefined || buyer === undefined || collection === undefined)
    throw new Error('The chain is bare.')
  const { weth, conduit, conduitKey, seaport } = chain.contracts
  const market = marketAt(base)
  // Two fees to accounts with a balance, as usual for royalties and marketplaces.
  const marketplaceFees = paid.map(({ address }, index) => `${address}:${250 * (index + 1)}`)
  const more = { weiPrice: price.toString(), orderKind: 'seaport-v1.6', marketplaceFees }
  const { logs } = await seller.write({
    address: collection,
    abi: mint,
    functionName: 'mint',
    args: [seller.address, BigInt(many + 6)],
  })
  const tokens = logs.map(({ topics }) => `${collection}:${BigInt(topics[3] ?? 0)}`).values()
  const token = (): string => tokens.next().value ?? ''
  const advanced = async (taker: Trader, { components, signature }: Signed): Promise<number> => {
    const now = BigInt(Math.floor(Date.now() / 1000))
    return market.synced(
      await taker.send(fulfillAdvanced({ components, signature }, { seaport, conduitKey, now })),
    )
  }
  const list = (): Promise<Signed> =>
    market.make(seller, '/execute/list/v5', { params: [{ token: token(), ...more }] })
  const buy = (...orders: readonly Signed[]): Promise<number> =>
    market.trade(
      buyer,
      '/execute/buy/v7',
      orders.map(({ id }) => ({ orderId: id })),
    )
  // A first trade of each kind, so that the paid accounts have a balance, as on every market.
  await buy(await list())
  const bought = { general: await advanced(buyer, await list()), ours: await buy(await list()) }
  const listed: Signed[] = []
  for (let count = 0; count < many; count += 1) listed.push(await list())
  const swept = (await buy(...listed)) / many

  for (const one of [seller, buyer])
    await one.write({ address: weth, abi: wrappedNativeAbi, functionName: 'deposit', value: parseEther('1') })
  // The general route takes the fees from the seller, who has to approve them first.
  await market.synced(
    await seller.write({
      address: weth,
      abi: erc20Abi,
      functionName: 'approve',
      args: [conduit, parseEther('1')],
    }),
  )
  const bid = async () => {
    const name = token()
    const order = await market.make(buyer, '/execute/bid/v5', { params: [{ token: name, ...more }] })
    const accept = () => market.trade(seller, '/execute/sell/v7', [{ token: name, orderId: order.id }])
    return { order, accept }
  }
  await (await bid()).accept()
  const general = await advanced(seller, (await bid()).order)
  const accepted = { general, ours: await (await bid()).accept() }
  return { bought, accepted, swept }
}

/** Gas of trades by the provider's plans, compared with Seaport's general route. */
export const gas = (): Promise<readonly Table[]> =>
  withProvider(async (chain, base) => {
    const { bought, accepted, swept } = await measure(chain, base)
    const row = (what: string, ours: number, general: number): Row => ({
      what: `${what}; ${(ours / general).toFixed(2)} of the general route`,
      ours: figureOf([ours]),
      peers: [{ name: 'fulfillAdvancedOrder', figure: figureOf([general]) }],
    })
    return [
      {
        id: 'gas',
        title: 'Gas of a trade',
        note: 'Real Seaport on the local chain, a conduit, two fees to accounts that have money already, signatures of 65 bytes. Budgets: 0.90 of the general route for one, 0.60 of it for each of ten listings that are swept together.',
        unit: 'gas',
        better: 'less',
        rows: [
          row('one listing bought', bought.ours, bought.general),
          row('one offer accepted', accepted.ours, accepted.general),
          row(`each of ${many} listings swept`, swept, bought.general),
        ],
      },
    ]
  })
