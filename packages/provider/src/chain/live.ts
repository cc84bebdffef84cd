import { conduitControllerAddress, type Fee, royaltyInfoShares, royaltyViewShares } from '@sluice/seaport'
import { type Address, type Hex, type PublicClient, toFunctionSelector, zeroAddress } from 'viem'
import type { ChainConfig } from '../config.ts'
import { type ContractRead, readContracts } from './probe.ts'

/** One question to the chain about an account's tokens or orders. */
export type Question =
  | { readonly ask: 'native-balance'; readonly account: Address }
  | { readonly ask: 'balance'; readonly token: Address; readonly account: Address }
  | {
      readonly ask: 'allowance'
      readonly token: Address
      readonly account: Address
      readonly spender: Address
    }
  | { readonly ask: 'owner'; readonly token: Address; readonly tokenId: bigint }
  | { readonly ask: 'units'; readonly token: Address; readonly tokenId: bigint; readonly account: Address }
  | {
      readonly ask: 'operator'
      readonly token: Address
      readonly account: Address
      readonly operator: Address
    }
  | { readonly ask: 'approved'; readonly token: Address; readonly tokenId: bigint }
  | { readonly ask: 'royalties'; readonly token: Address; readonly tokenId: bigint; readonly price: bigint }
  | { readonly ask: 'counter'; readonly seaport: Address; readonly account: Address }
  | { readonly ask: 'order'; readonly seaport: Address; readonly orderId: Hex }
  /** Whether a conduit lets a contract move tokens through it. */
  | { readonly ask: 'channel'; readonly conduit: Address; readonly channel: Address }

/** A question as it is put to one contract: royalties are asked of two. */
type Asked =
  | Question
  | (Omit<RoyaltyQuestion, 'ask'> & { readonly ask: 'override'; readonly engine: Address })
type RoyaltyQuestion = Extract<Question, { ask: 'royalties' }>

export type OrderState = { readonly cancelled: boolean; readonly filled: bigint; readonly size: bigint }

/** The chain's answers at one block. What reverted (a burnt token, a foreign contract) reads as nothing. */
export type LiveFacts = {
  /** Base units; of the native coin for the zero address. */
  balance(token: Address, account: Address): bigint
  allowance(token: Address, account: Address, spender: Address): bigint
  owner(token: Address, tokenId: bigint): Address | undefined
  /** Units of an ERC-1155 token. */
  units(token: Address, tokenId: bigint, account: Address): bigint
  isOperator(token: Address, account: Address, operator: Address): boolean
  /** The one account that may move an ERC-721 token beside its owner's operators. */
  approved(token: Address, tokenId: bigint): Address | undefined
  /**
   * What a sale at this price pays for royalties: what the royalty registry says, where the chain has one, else the
   * token's own contract (ERC-2981).
   */
  royalties(token: Address, tokenId: bigint, price: bigint): readonly Fee[]
  counter(seaport: Address, account: Address): bigint | undefined
  order(seaport: Address, orderId: Hex): OrderState | undefined
  isOpen(conduit: Address, channel: Address): boolean
}

export type Live = {
  /**
   * @param block reads the state after this block; the newest one when absent.
   * @throws when the chain cannot be reached, or does not have the block; a single call that reverts is not an error.
   */
  read(questions: readonly Question[], block?: number): Promise<LiveFacts>
  hasCode(account: Address): Promise<boolean>
  /** Wei per gas that a transaction sent now would pay. */
  gasPrice(): Promise<bigint>
}

const selector = {
  balance: toFunctionSelector('balanceOf(address)'),
  allowance: toFunctionSelector('allowance(address,address)'),
  owner: toFunctionSelector('ownerOf(uint256)'),
  units: toFunctionSelector('balanceOf(address,uint256)'),
  operator: toFunctionSelector('isApprovedForAll(address,address)'),
  approved: toFunctionSelector('getApproved(uint256)'),
  royalties: toFunctionSelector('royaltyInfo(uint256,uint256)'),
  override: toFunctionSelector('getRoyaltyView(address,uint256,uint256)'),
  counter: toFunctionSelector('getCounter(address)'),
  order: toFunctionSelector('getOrderStatus(bytes32)'),
  channel: toFunctionSelector('getChannelStatus(address,address)'),
} as const

const key = (...parts: readonly (string | bigint)[]): string => parts.join('|')

const keyOf = (question: Asked): string => {
  switch (question.ask) {
    case 'native-balance':
      return key('balance', zeroAddress, question.account)
    case 'balance':
      return key('balance', question.token, question.account)
    case 'allowance':
      return key('allowance', question.token, question.account, question.spender)
    case 'owner':
      return key('owner', question.token, question.tokenId)
    case 'units':
      return key('units', question.token, question.tokenId, question.account)
    case 'operator':
      return key('operator', question.token, question.account, question.operator)
    case 'approved':
      return key('approved', question.token, question.tokenId)
    case 'royalties':
    case 'override':
      return key(question.ask, question.token, question.tokenId, question.price)
    case 'counter':
      return key('counter', question.seaport, question.account)
    case 'order':
      return key('order', question.seaport, question.orderId)
    case 'channel':
      return key('channel', question.conduit, question.channel)
    default:
      return question satisfies never
  }
}

const word = (value: bigint | Hex): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')
const call = (target: Address, name: keyof typeof selector, ...words: (bigint | Hex)[]) => ({
  target,
  data: `${selector[name]}${words.map(word).join('')}` as Hex,
})

/** How a question is put; each keeps as much of the answer as {@link factsOf} reads. */
function readOf(question: Asked): ContractRead {
  switch (question.ask) {
    case 'native-balance':
      return { balanceOf: question.account }
    case 'balance':
      return call(question.token, 'balance', question.account)
    case 'allowance':
      return call(question.token, 'allowance', question.account, question.spender)
    case 'owner':
      return call(question.token, 'owner', question.tokenId)
    case 'units':
      return call(question.token, 'units', question.account, question.tokenId)
    case 'operator':
      return call(question.token, 'operator', question.account, question.operator)
    case 'approved':
      return call(question.token, 'approved', question.tokenId)
    case 'royalties':
      return { ...call(question.token, 'royalties', question.tokenId, question.price), words: 2 }
    case 'override':
      // Two lists of ten at most, each with its place and its length.
      return {
        ...call(question.engine, 'override', question.token, question.tokenId, question.price),
        words: 24,
      }
    case 'counter':
      return call(question.seaport, 'counter', question.account)
    case 'order':
      return { ...call(question.seaport, 'order', question.orderId), words: 4 }
    case 'channel':
      return call(conduitControllerAddress, 'channel', question.conduit, question.channel)
    default:
      return question satisfies never
  }
}

/** Word `index` of an answer; `undefined` when the answer is shorter, as that of a foreign contract. */
function wordAt(data: Hex, index: number): bigint | undefined {
  const part = data.slice(2 + index * 64, 66 + index * 64)
  return part.length === 64 ? BigInt(`0x${part}`) : undefined
}

const wordsOf = (data: Hex = '0x'): readonly bigint[] =>
  Array.from({ length: Math.floor((data.length - 2) / 64) }, (_, index) => wordAt(data, index) ?? 0n)

function factsOf(answers: ReadonlyMap<string, Hex>): LiveFacts {
  const number = (at: string, index = 0): bigint | undefined => {
    const data = answers.get(at)
    return data === undefined ? undefined : wordAt(data, index)
  }
  const account = (at: string): Address | undefined => {
    const value = number(at)
    return value === undefined || value >> 160n !== 0n
      ? undefined
      : `0x${value.toString(16).padStart(40, '0')}`
  }
  return {
    balance: (token, holder) => number(key('balance', token, holder)) ?? 0n,
    allowance: (token, holder, spender) => number(key('allowance', token, holder, spender)) ?? 0n,
    owner: (token, tokenId) => account(key('owner', token, tokenId)),
    units: (token, tokenId, holder) => number(key('units', token, tokenId, holder)) ?? 0n,
    isOperator: (token, holder, operator) => number(key('operator', token, holder, operator)) === 1n,
    approved: (token, tokenId) => account(key('approved', token, tokenId)),
    royalties: (token, tokenId, price) => {
      const said = (ask: 'override' | 'royalties') => wordsOf(answers.get(key(ask, token, tokenId, price)))
      return royaltyViewShares(said('override'), price) ?? royaltyInfoShares(said('royalties'), price)
    },
    counter: (seaport, holder) => number(key('counter', seaport, holder)),
    order: (seaport, orderId) => {
      const at = key('order', seaport, orderId)
      const [cancelled, filled, size] = [1, 2, 3].map((index) => number(at, index))
      if (cancelled === undefined || filled === undefined || size === undefined) return undefined
      return { cancelled: cancelled !== 0n, filled, size }
    },
    isOpen: (conduit, channel) => number(key('channel', conduit, channel)) === 1n,
  }
}

/** The price that royalties are asked at where none is named: divides well, fits every contract. */
export const royaltyUnit = 10n ** 18n

/**
 * Reads live facts, as many as fit by one `eth_call`, so that they come from one block. What a contract does harms its
 * own answers alone (see {@link readContracts}). An unreachable node throws: silence must never read as "does not own".
 */
export function createLive(
  client: PublicClient,
  { royaltyEngine: engine }: Pick<ChainConfig, 'royaltyEngine'>,
): Live {
  const asked = (question: Question): readonly Asked[] =>
    question.ask === 'royalties' && engine !== undefined
      ? [question, { ...question, ask: 'override', engine }]
      : [question]
  return {
    async read(questions, block) {
      const unique = new Map(questions.flatMap(asked).map((question) => [keyOf(question), question]))
      const answers = await readContracts(client, [...unique.values()].map(readOf), block)
      const kept = [...unique.keys()].flatMap((key, index) => {
        const data = answers[index]?.data
        return data === undefined ? [] : [[key, data] as const]
      })
      return factsOf(new Map(kept))
    },
    async hasCode(account) {
      const code = await client.getCode({ address: account })
      return code !== undefined && code !== '0x'
    },
    gasPrice: () => client.getGasPrice(),
  }
}
