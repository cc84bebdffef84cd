import { erc721Abi, seaportAbi } from '@sluice/seaport'
import {
  type Abi,
  type Address,
  encodeAbiParameters,
  encodeEventTopics,
  type Hex,
  pad,
  parseAbi,
  toEventSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { type Action, addresses, type ChainState, type Log, type WorldOrder } from './chainActions.ts'

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const money = parseAbi([
  'event Deposit(address indexed account, uint256 amount)',
  'event Withdrawal(address indexed account, uint256 amount)',
  'event Approval(address indexed owner, address indexed spender, uint256 amount)',
])

function log(address: Address, abi: Abi, name: string, args: Readonly<Record<string, unknown>>): Log {
  const event = abi.find((item) => item.type === 'event' && item.name === name)
  if (event?.type !== 'event') throw new Error(`There is no event ${name}.`)
  const open = event.inputs.filter((input) => input.indexed !== true)
  return {
    address,
    topics: encodeEventTopics({ abi, eventName: name, args } as never) as Hex[],
    data: encodeAbiParameters(
      open,
      open.map((input) => args[input.name ?? '']),
    ),
  }
}

const moved = (from: Address, to: Address, tokenId: bigint): Log => ({
  address: addresses.collection,
  topics: [transferTopic, pad(from), pad(to), toHex(tokenId, { size: 32 })],
  data: '0x',
})
const paid = (from: Address, to: Address, amount: bigint): Log => ({
  address: addresses.wrapped,
  topics: [transferTopic, pad(from), pad(to)],
  data: toHex(amount, { size: 32 }),
})

function fulfilled({ id, side, maker, tokenId, price }: WorldOrder, taker: Address): Log {
  const token = { itemType: 2, token: addresses.collection, identifier: tokenId, amount: 1n }
  const coins = {
    itemType: side === 'sell' ? 0 : 1,
    token: side === 'sell' ? zeroAddress : addresses.wrapped,
    identifier: 0n,
    amount: price,
  }
  const [offered, asked] = side === 'sell' ? [token, coins] : [coins, token]
  return log(addresses.seaport, seaportAbi as Abi, 'OrderFulfilled', {
    orderHash: id,
    offerer: maker,
    zone: zeroAddress,
    recipient: taker,
    offer: [offered],
    consideration: [{ ...asked, recipient: maker }],
  })
}

/** The logs of an action that the chain allowed. @param after the state that it led to. */
export function eventsOf(action: Action, after: ChainState): readonly Log[] {
  switch (action.do) {
    case 'mint':
      return [moved(zeroAddress, action.to, action.tokenId)]
    case 'transfer':
      return [moved(action.from, action.to, action.tokenId)]
    case 'operate':
      return [
        log(addresses.collection, erc721Abi as Abi, 'ApprovalForAll', {
          owner: action.owner,
          operator: addresses.conduit,
          approved: action.approved,
        }),
      ]
    case 'increment':
      return [
        log(addresses.seaport, seaportAbi as Abi, 'CounterIncremented', {
          newCounter: after.counters.get(action.maker) ?? 0n,
          offerer: action.maker,
        }),
      ]
    case 'cancel':
      return [
        log(addresses.seaport, seaportAbi as Abi, 'OrderCancelled', {
          orderHash: action.order.id,
          offerer: action.order.maker,
          zone: zeroAddress,
        }),
      ]
    case 'fill': {
      const { order, taker } = action
      const [from, to] = order.side === 'sell' ? [order.maker, taker] : [taker, order.maker]
      return [
        fulfilled(order, taker),
        moved(from, to, order.tokenId),
        ...(order.side === 'sell' ? [] : [paid(to, from, order.price)]),
      ]
    }
    case 'wrap': {
      const { account, amount } = action
      const name = amount < 0n ? 'Withdrawal' : 'Deposit'
      return [log(addresses.wrapped, money, name, { account, amount: amount < 0n ? -amount : amount })]
    }
    case 'allow':
      return [
        log(addresses.wrapped, money, 'Approval', {
          owner: action.account,
          spender: addresses.conduit,
          amount: action.amount,
        }),
      ]
    case 'fail':
      return []
    default:
      return action satisfies never
  }
}
