import { encodeCall, type OrderComponents, orderId, safeTransferFrom721, zeroAddress } from '@sluice/seaport'
import { formatEther, toHex } from 'viem'
import {
  approveOperator,
  type Call,
  type Extra,
  listingTypedData,
  type TypedData,
  tradeCall,
} from '../answers.ts'
import type { Scene } from '../scene.ts'
import type { Handler, Request } from '../server.ts'
import type { Protocol } from './protocol.ts'

const step = (id: string, kind: 'transaction' | 'signature', items: readonly object[]) => ({
  id,
  action: 'Continue',
  description: 'Continue in your wallet',
  kind,
  items,
})
const transaction = (scene: Scene, { to, data, value }: Call, more: object = {}) => ({
  status: 'incomplete',
  data: { from: scene.user, to, data, value: toHex(value) },
  ...more,
})
const signature = ({ domain, types, primaryType, message }: TypedData, endpoint: string, body: object) => ({
  status: 'incomplete',
  data: {
    sign: { signatureKind: 'eip712', domain, types, value: message, primaryType },
    post: { endpoint, method: 'POST', body },
  },
})
/** An order as it is to be posted once it is signed. */
const postOf = (data: object) => ({
  order: { kind: 'seaport-v1.6', data },
  orderbook: 'reservoir',
  source: 'shop.example',
})
const extraSteps = (scene: Scene, extras: readonly Extra[]) =>
  extras.map((extra) =>
    extra.kind === 'transaction'
      ? step('nft-approval', 'transaction', [transaction(scene, extra.call)])
      : step('order-signature', 'signature', [
          signature(extra.typed, '/order/v3', postOf(extra.typed.message)),
        ]),
  )

/** What clients of this protocol ask after a transaction was sent or an order was signed. */
function afterwards({ path, query, body }: Request, scene: Scene): unknown {
  const { user, seller, intents } = scene
  const { buy } = intents
  if (path.startsWith('/transactions/synced/'))
    return { transactions: query.getAll('txHash').map((hash) => ({ hash, synced: true })) }
  if (/^\/transactions\/.*\/synced/.test(path)) return { synced: true }
  if (path.startsWith('/execute/status')) return { status: 'success' }
  if (path.startsWith('/execute/results')) return { message: 'Success' }
  if (path.startsWith('/order/')) {
    const id = orderId(orderOf(body.order.data))
    return { message: 'Success', orderId: id, results: [{ orderId: id, message: 'Success' }] }
  }
  if (path.startsWith('/transfers/'))
    return {
      transfers: [
        {
          id: '1',
          token: { contract: buy.collection, tokenId: buy.tokenId },
          from: seller,
          to: user,
          amount: '1',
          txHash: `0x${'11'.repeat(32)}`,
        },
      ],
    }
  return undefined
}

/** Fields of a posted order that are numbers, as text or as numbers. */
const numbers = new Set(
  'identifierOrCriteria startAmount endAmount startTime endTime salt counter'.split(' '),
)
/** An order as it was posted. */
const orderOf = (posted: unknown): OrderComponents =>
  JSON.parse(JSON.stringify(posted), (key, value: unknown) =>
    numbers.has(key) ? BigInt(value as string) : value,
  ) as OrderComponents

const answering =
  (scene: Scene, route: string, plan: object): Handler =>
  (request) =>
    request.path.startsWith(route) ? plan : afterwards(request, scene)

const eth = { currency: zeroAddress, currencySymbol: 'ETH', currencyDecimals: 18 }
/** What a plan says of its price. */
const quoteOf = (
  { collection, tokenId }: Scene['intents']['buy'],
  price: bigint,
  currency: typeof eth | { readonly currency: string },
) => ({
  contract: collection,
  tokenId,
  quantity: 1,
  source: 'shop.example',
  ...currency,
  quote: Number(formatEther(price)),
  rawQuote: price,
  totalPrice: Number(formatEther(price)),
  totalRawPrice: price,
  builtInFees: [],
  feesOnTop: [],
})

/** The API of Reservoir: the server sends a plan of transactions and signatures, and the client walks it. */
export const reservoir: Protocol = {
  buy: (answer, scene) => {
    const id = orderId(scene.listing.components)
    const sale = transaction(scene, tradeCall(scene, answer), { orderIds: [id] })
    const path = [{ ...quoteOf(scene.intents.buy, answer.saidPrice, eth), orderId: id }]
    const steps = [...extraSteps(scene, answer.extras), step('sale', 'transaction', [sale])]
    return answering(scene, '/execute/buy/', { requestId: 'firewall', steps, errors: [], path })
  },
  sell: (answer, scene) => {
    const id = orderId(scene.offer.components)
    const sale = transaction(scene, tradeCall(scene, answer), { orderIds: [id] })
    const weth = { currency: scene.wrapped, currencySymbol: 'WETH', currencyDecimals: 18 }
    const path = [{ ...quoteOf(scene.intents.sell, answer.saidPrice, weth), orderId: id }]
    const approval = approveOperator(scene.intents.sell.collection, answer.operator)
    const steps = [
      ...extraSteps(scene, answer.extras),
      step('nft-approval', 'transaction', [transaction(scene, approval)]),
      step('sale', 'transaction', [sale]),
    ]
    return answering(scene, '/execute/sell/', { requestId: 'firewall', steps, errors: [], path })
  },
  transfer: (answer, scene) => {
    const { collection, tokenId, recipient, extras } = answer
    const given = transaction(scene, {
      to: collection,
      data: encodeCall(safeTransferFrom721, { from: scene.user, to: recipient, tokenId }),
      value: 0n,
    })
    const steps = [...extraSteps(scene, extras), step('nft-transfer', 'transaction', [given])]
    return answering(scene, '/execute/transfer/', { requestId: 'firewall', steps, errors: [] })
  },
  list: (answer, scene) => {
    const approval = approveOperator(scene.intents.list.collection, answer.operator)
    const typed = listingTypedData(scene, answer)
    const steps = [
      ...extraSteps(scene, answer.extras),
      step('nft-approval', 'transaction', [transaction(scene, approval)]),
      step('order-signature', 'signature', [
        { ...signature(typed, '/order/v3', postOf(answer.order)), orderIndexes: [0] },
      ]),
    ]
    return answering(scene, '/execute/list/', { steps, errors: [] })
  },
}
