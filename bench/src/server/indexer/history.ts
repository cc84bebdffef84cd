import { type LocalChain, rpc } from '@sluice/devnet'
import { seaportTopics } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, toEventSelector, zeroAddress } from 'viem'

/**
 * Emits one log. Call data: a byte with the number of topics (2 to 4), the topics, then the data of the log.
 * Assembly: copies the data to memory, reads the topics, and jumps to LOG2, LOG3 or LOG4.
 */
const emitter: Hex =
  '0x60003560f81c8060051b6001018036038082600037905090806002146038578060031460455750606135604135602135600135846000a4005b50602135600135826000a2005b50604135602135600135836000a300'
/** Calls contracts in turn. Call data: for each, its address (20 bytes), the length of its data (3), and the data. */
const dispatcher: Hex =
  '0x60005b3681101560385780358060601c9060481c62ffffff1682601701818160003781019250600060008260006000865af15050506002565b00'
const dispatcherAt = `0x${'d15b'.repeat(10)}`

/** How many events a history has, and how many of them are in one block. */
export type HistorySize = { readonly events: number; readonly perBlock: number }

const [day, blockSeconds] = [86_400, 12]
/** Blocks whose events are counted by one request. */
const step = 200

const transferTopic = toEventSelector('Transfer(address,address,uint256)')
const word = (hex: string): string => hex.replace('0x', '').padStart(64, '0')
const number = (value: number | bigint): string => word(numberToHex(value))

type Emitted = { readonly address: Address; readonly topics: readonly string[]; readonly data: string }

/** A log to emit, as the dispatcher takes it. */
function callFor({ address, topics, data }: Emitted): string {
  const payload = `0${topics.length}${topics.join('')}${data}`
  return `${address.slice(2)}${(payload.length / 2).toString(16).padStart(6, '0')}${payload}`
}

const emitted = (address: Address, topics: readonly string[], data = ''): Emitted => ({
  address,
  topics: topics.map(word),
  data,
})
const transfer = (contract: Address, from: Address, to: Address, id: number): Emitted =>
  emitted(contract, [transferTopic, from, to, number(id)])

type Sale = {
  readonly orderHash: string
  readonly contract: Address
  readonly seller: Address
  readonly buyer: Address
  readonly id: number
  readonly price: bigint
}

/** A listing filled for native coin: the seller is paid, then a royalty and a marketplace fee. */
function fulfilled(seaport: Address, { orderHash, contract, seller, buyer, id, price }: Sale): Emitted {
  const paid = (amount: bigint, to: Address): string =>
    `${number(0)}${word(zeroAddress)}${number(0)}${number(amount)}${word(to)}`
  const royalty = (price * 5n) / 100n
  const fee = (price * 25n) / 1000n
  const data = [
    ...[orderHash, word(buyer), number(0x80), number(0x120)],
    ...[number(1), number(2), word(contract), number(id), number(1)],
    ...[number(3), paid(price - royalty - fee, seller), paid(royalty, `0x${'44'.repeat(20)}`)],
    paid(fee, `0x${'33'.repeat(20)}`),
  ].join('')
  return emitted(seaport, [seaportTopics.OrderFulfilled, seller, zeroAddress], data)
}

/** Numbers that look random and are the same in every run. */
function drawsFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/**
 * A market's life: a fifth mints, then sales (a transfer and a fulfilled order), transfers between
 * accounts, and some cancellations. Every token moves from the account that holds it.
 */
function* lives(seaport: Address, collections: readonly Address[], events: number): Generator<Emitted> {
  const draw = drawsFrom(42)
  const accounts = Array.from(
    { length: Math.max(10, Math.floor(events / 50)) },
    (_, index): Address => `0x${(index + 1).toString(16).padStart(8, 'a').repeat(5)}`,
  )
  const anyone = (): Address => accounts[draw(accounts.length)] as Address
  const tokens: { readonly contract: Address; readonly id: number; owner: Address }[] = []
  const mints = Math.max(1, Math.floor(events / 5))
  for (let made = 0; made < events; ) {
    const order = made.toString(16).padStart(64, 'c')
    made += 1
    if (tokens.length < mints && (tokens.length === 0 || draw(2) === 0)) {
      const contract = collections[draw(collections.length)] as Address
      const token = { contract, id: 1_000_000 + tokens.length, owner: anyone() }
      tokens.push(token)
      yield transfer(contract, zeroAddress, token.owner, token.id)
      continue
    }
    const token = tokens[draw(tokens.length)] as (typeof tokens)[number]
    const [seller, buyer] = [token.owner, anyone()]
    if (draw(20) === 0) {
      yield emitted(seaport, [seaportTopics.OrderCancelled, seller, zeroAddress], order)
      continue
    }
    token.owner = buyer
    yield transfer(token.contract, seller, buyer, token.id)
    if (draw(6) === 0 || made === events) continue
    made += 1
    yield fulfilled(seaport, {
      orderHash: order,
      contract: token.contract,
      seller,
      buyer,
      id: token.id,
      price: 10n ** 15n * BigInt(1 + draw(1000)),
    })
  }
}

/**
 * Adds a history to a real node: while it is written, the contracts' code is one that emits any log. Afterwards the
 * contracts have their own code again, under a history of transfers and of orders filled and canceled; no balance moved.
 * @returns the number of the last block.
 */
export async function writeHistory(chain: LocalChain, { events, perBlock }: HistorySize): Promise<number> {
  const { seaport, collections } = chain.contracts
  const contracts = collections.filter(({ kind }) => kind === 'erc721').map(({ address }) => address)
  const ask = <T>(method: string, params: readonly unknown[] = []): Promise<T> =>
    rpc<T>(chain.rpcUrl, method, params)
  const first = Number(await ask<string>('eth_blockNumber'))
  const codes = new Map<Address, string>()
  for (const address of [seaport, ...contracts]) {
    codes.set(address, await ask<string>('eth_getCode', [address, 'latest']))
    await ask('anvil_setCode', [address, emitter])
  }
  await ask('anvil_setCode', [dispatcherAt, dispatcher])
  const [from] = await ask<string[]>('eth_accounts')
  // Twelve seconds between blocks, and the last one three days ago.
  const now = Math.floor(Date.now() / 1000)
  await ask('evm_setTime', [now - 3 * day - Math.ceil(events / perBlock) * blockSeconds])
  await ask('anvil_setBlockTimestampInterval', [blockSeconds])
  // A node that mines on its own falls behind and then mines empty blocks for hours, which slows every measurement.
  await ask('evm_setAutomine', [false])
  let block: string[] = []
  const mine = async (): Promise<void> => {
    const data = `0x${block.join('')}`
    block = []
    await ask('eth_sendTransaction', [{ from, to: dispatcherAt, data, gas: '0x1c9c380' }])
    await ask('evm_mine')
  }
  for (const one of lives(seaport, contracts, events)) {
    block.push(callFor(one))
    if (block.length === perBlock) await mine()
  }
  if (block.length > 0) await mine()
  await ask('anvil_removeBlockTimestampInterval')
  await ask('evm_setTime', [now])
  for (const [address, code] of codes) await ask('anvil_setCode', [address, code])
  await ask('evm_setAutomine', [true])
  const last = Number(await ask<string>('eth_blockNumber'))
  let found = 0
  for (let start = first + 1; start <= last; start += step) {
    const range = { fromBlock: numberToHex(start), toBlock: numberToHex(Math.min(last, start + step - 1)) }
    found += (await ask<readonly unknown[]>('eth_getLogs', [range])).length
  }
  if (found !== events) throw new Error(`The node has ${found} of ${events} events.`)
  return last
}
