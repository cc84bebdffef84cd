import { decodeLog, erc20Abi, erc721Abi, erc1155Abi, type SeaportEvent } from '@sluice/seaport'
import { type Address, decodeEventLog, type Hex, type Log, toEventSelector, zeroAddress } from 'viem'
import type { ChainConfig } from '../config.ts'

type At = { readonly logIndex: number; readonly txHash: Hex }
export type TransferFact = At & {
  readonly batchIndex: number
  readonly contract: Address
  readonly tokenId: bigint
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
}
export type OperatorFact = At & {
  readonly contract: Address
  readonly owner: Address
  readonly operator: Address
  readonly approved: boolean
}
export type FillFact = At & {
  readonly orderId: Hex
  readonly side: 'sell' | 'buy'
  readonly maker: Address
  readonly taker: Address
  readonly contract: Address
  readonly tokenId: bigint
  readonly amount: bigint
  readonly currency: Address
  readonly price: bigint
}
export type CancelFact = At & { readonly orderId: Hex; readonly maker: Address }
export type CounterFact = At & { readonly maker: Address; readonly counter: bigint }

/** What one block says that the market cares about. */
export type Facts = {
  readonly transfers: readonly TransferFact[]
  readonly operators: readonly OperatorFact[]
  readonly fills: readonly FillFact[]
  readonly cancels: readonly CancelFact[]
  readonly counters: readonly CounterFact[]
  /** Accounts whose currency or allowance moved: their offers may have changed. */
  readonly payers: readonly Address[]
}

const topic = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  single: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  operator: toEventSelector('ApprovalForAll(address,address,bool)'),
} as const

const low = <T extends string>(text: T): T => text.toLowerCase() as T
type ChainLog = Log<bigint, number, false>
type Decodable = { topics: [Hex, ...Hex[]]; data: Hex }

function transfersOf(log: ChainLog, at: At): readonly TransferFact[] {
  const contract = low(log.address)
  const decodable = { topics: log.topics, data: log.data } as Decodable
  if (log.topics[0] === topic.transfer && log.topics.length === 4) {
    const { args } = decodeEventLog({ abi: erc721Abi, eventName: 'Transfer', ...decodable })
    return [
      {
        ...at,
        batchIndex: 0,
        contract,
        tokenId: args.tokenId,
        from: low(args.from),
        to: low(args.to),
        amount: 1n,
      },
    ]
  }
  if (log.topics[0] === topic.single) {
    const { args } = decodeEventLog({ abi: erc1155Abi, eventName: 'TransferSingle', ...decodable })
    return [
      {
        ...at,
        batchIndex: 0,
        contract,
        tokenId: args.id,
        from: low(args.from),
        to: low(args.to),
        amount: args.value,
      },
    ]
  }
  if (log.topics[0] === topic.batch) {
    const { args } = decodeEventLog({ abi: erc1155Abi, eventName: 'TransferBatch', ...decodable })
    return args.ids.map((tokenId, batchIndex) => ({
      ...at,
      batchIndex,
      contract,
      tokenId,
      from: low(args.from),
      to: low(args.to),
      amount: args.values[batchIndex] ?? 0n,
    }))
  }
  return []
}

type Fulfilled = Extract<SeaportEvent, { name: 'OrderFulfilled' }>

/**
 * A sale of one token. A match also reports the caller's own unsigned side; that mirror has the caller as
 * offerer and as recipient, and is no sale of its own.
 */
function fillOf(event: Fulfilled, at: At): FillFact | undefined {
  const { offerer, recipient, offer, consideration } = event
  if (offerer === recipient) return undefined
  const sold = offer.find((item) => item.itemType > 1)
  if (sold !== undefined) {
    const payments = consideration.filter((item) => item.itemType <= 1)
    const [first] = payments
    if (first === undefined) return undefined
    const price = payments.reduce((sum, item) => sum + item.amount, 0n)
    return {
      ...at,
      orderId: event.orderHash,
      side: 'sell',
      maker: offerer,
      taker: recipient,
      contract: sold.token,
      tokenId: sold.identifier,
      amount: sold.amount,
      currency: first.itemType === 0 ? zeroAddress : first.token,
      price,
    }
  }
  const bought = consideration.find((item) => item.itemType > 1)
  const [paid] = offer
  if (bought === undefined || paid === undefined) return undefined
  return {
    ...at,
    orderId: event.orderHash,
    side: 'buy',
    maker: offerer,
    taker: recipient,
    contract: bought.token,
    tokenId: bought.identifier,
    amount: bought.amount,
    currency: paid.token,
    price: paid.amount,
  }
}

/** Reads a block's logs into facts. Logs of unknown contracts were not asked for. */
export function factsOf(logs: readonly ChainLog[], config: ChainConfig): Facts {
  const transfers: TransferFact[] = []
  const operators: OperatorFact[] = []
  const fills: FillFact[] = []
  const cancels: CancelFact[] = []
  const counters: CounterFact[] = []
  const payers = new Set<Address>()
  const currencies = [config.wrappedNative, config.usdc]
  for (const log of logs) {
    const at: At = { logIndex: log.logIndex, txHash: log.transactionHash }
    const contract = low(log.address)
    const decodable = { topics: log.topics, data: log.data } as Decodable
    if (contract === config.seaport) {
      const event = decodeLog(log)
      if (event?.name === 'OrderFulfilled') {
        const fill = fillOf(event, at)
        if (fill !== undefined) fills.push(fill)
      } else if (event?.name === 'OrderCancelled')
        cancels.push({ ...at, orderId: event.orderHash, maker: event.offerer })
      else if (event?.name === 'CounterIncremented')
        counters.push({ ...at, maker: event.offerer, counter: event.counter })
    } else if (currencies.includes(contract)) {
      const [first, from, to] = log.topics
      if (first === undefined || log.topics.length !== 3) continue
      if (first === topic.transfer) for (const word of [from, to]) payers.add(`0x${word?.slice(-40)}`)
      else if (first === toEventSelector(erc20Abi[erc20Abi.length - 1] as never))
        payers.add(`0x${from?.slice(-40)}`)
    } else if (log.topics[0] === topic.operator) {
      const { args } = decodeEventLog({ abi: erc721Abi, eventName: 'ApprovalForAll', ...decodable })
      operators.push({
        ...at,
        contract,
        owner: low(args.owner),
        operator: low(args.operator),
        approved: args.approved,
      })
    } else transfers.push(...transfersOf(log, at))
  }
  return { transfers, operators, fills, cancels, counters, payers: [...payers] }
}
