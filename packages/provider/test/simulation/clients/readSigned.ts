import type { OrderComponents } from '@sluice/seaport'
import type { Address } from 'viem'
import { addresses, type WorldOrder } from '../chainActions.ts'
import { chainId } from '../chainId.ts'
import { orderOf } from '../chainModel.ts'

type Words = { readonly [name: string]: string }
type Asked = {
  readonly primaryType: string
  readonly domain: { readonly name: string; readonly chainId: unknown; readonly verifyingContract: string }
  readonly message: Words & { readonly offer: readonly Words[]; readonly consideration: readonly Words[] }
}

/** The order that a wallet is asked to sign, as the world knows orders; everything else is an error of the client. */
export function readSigned(text: string): WorldOrder {
  const { primaryType, domain, message } = JSON.parse(text) as Asked
  const isSeaport = domain.verifyingContract.toLowerCase() === addresses.seaport
  if (primaryType !== 'OrderComponents' || !isSeaport || Number(domain.chainId) !== chainId)
    throw new Error(`A wallet of the world signs no ${primaryType} of ${domain.name}.`)
  const item = ({ itemType, token, identifierOrCriteria, startAmount, endAmount }: Words) => ({
    itemType: Number(itemType),
    token: String(token).toLowerCase(),
    identifierOrCriteria: BigInt(identifierOrCriteria ?? 0),
    startAmount: BigInt(startAmount ?? 0),
    endAmount: BigInt(endAmount ?? 0),
  })
  const components = {
    ...message,
    offerer: String(message.offerer).toLowerCase(),
    zone: String(message.zone).toLowerCase(),
    offer: message.offer.map(item),
    consideration: message.consideration.map((one) => ({
      ...item(one),
      recipient: String(one.recipient).toLowerCase(),
    })),
    orderType: Number(message.orderType),
    startTime: BigInt(message.startTime ?? 0),
    endTime: BigInt(message.endTime ?? 0),
    salt: BigInt(message.salt ?? 0),
    counter: BigInt(message.counter ?? 0),
  } as unknown as OrderComponents
  const [offered, asked] = [components.offer[0], components.consideration[0]]
  if (offered === undefined || asked === undefined)
    throw new Error('An order that gives or asks for nothing.')
  const side = offered.itemType === 2 ? 'sell' : 'buy'
  const paid = side === 'sell' ? components.consideration : components.offer
  return orderOf({
    side,
    maker: components.offerer as Address,
    tokenId: (side === 'sell' ? offered : asked).identifierOrCriteria,
    price: paid.reduce((sum, { startAmount }) => sum + startAmount, 0n),
    startTime: components.startTime,
    endTime: components.endTime,
    salt: components.salt,
    counter: components.counter,
    components,
  })
}
