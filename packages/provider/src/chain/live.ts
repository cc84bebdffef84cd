import { conduitControllerAddress, type Fee, royaltyInfoShares, royaltyViewShares } from '@sluice/seaport'
import { type Address, type Hex, type PublicClient, toFunctionSelector, zeroAddress } from 'viem'
import type { ChainConfig } from '../chainConfig.ts'
import { type ContractRead, readContracts } from './probe.ts'
import type { TokenKind } from './reads.ts'
import { type Move, readTransferRules, type TransferRules } from './transferRules.ts'

/** One question to the chain about an account's tokens or orders. */
export type Question =
  /** Of the native coin for the zero address. */
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
  | { readonly ask: 'royalties'; readonly token: Address; readonly tokenId: bigint; readonly price: bigint }
  | { readonly ask: 'counter'; readonly seaport: Address; readonly account: Address }
  | { readonly ask: 'order'; readonly seaport: Address; readonly orderId: Hex }
  /** The public mint of a collection at SeaDrop, and what an account minted of it. */
  | { readonly ask: 'mint'; readonly seaDrop: Address; readonly token: Address; readonly account: Address }
  /** Whether a conduit lets a contract move tokens through it. */
  | { readonly ask: 'channel'; readonly conduit: Address; readonly channel: Address }
  /** Who decides about transfers of a collection's tokens (ERC-721C, ERC-1155C). */
  | { readonly ask: 'validator'; readonly token: Address }

/** How much of a token an account holds. */
export const holdingQuestion = (
  kind: TokenKind,
  token: Address,
  tokenId: bigint,
  account: Address,
): Question =>
  kind === 'erc721' ? { ask: 'owner', token, tokenId } : { ask: 'units', token, tokenId, account }

/** A public mint at SeaDrop. Times in unix seconds. */
export type MintState = {
  /** Wei for one token. */
  readonly price: bigint
  readonly startTime: bigint
  readonly endTime: bigint
  readonly feeBps: number
  /** Who may be named to receive the fee; `undefined` where nobody may. */
  readonly feeRecipient: Address | undefined
  readonly maxPerWallet: bigint
  /** Tokens that the account minted. */
  readonly minted: bigint
  readonly supply: bigint
  readonly maxSupply: bigint
}

export type OrderState = { readonly cancelled: boolean; readonly filled: bigint; readonly size: bigint }

/** The chain's answers at one block. What reverts (a burnt token, a foreign contract) reads as absent. */
export type LiveFacts = {
  /** Base units; of the native coin for the zero address. */
  balance(token: Address, account: Address): bigint
  allowance(token: Address, account: Address, spender: Address): bigint
  owner(token: Address, tokenId: bigint): Address | undefined
  /** Units of an ERC-1155 token. */
  units(token: Address, tokenId: bigint, account: Address): bigint
  /** Units of a token that an account holds, by the answer to its {@link holdingQuestion}. */
  held(kind: TokenKind, token: Address, tokenId: bigint, account: Address): bigint
  isOperator(token: Address, account: Address, operator: Address): boolean
  /**
   * The royalties of a sale at this price: by the chain's royalty registry if there is one, else by the token's own
   * contract (ERC-2981).
   */
  royalties(token: Address, tokenId: bigint, price: bigint): readonly Fee[]
  counter(seaport: Address, account: Address): bigint | undefined
  order(seaport: Address, orderId: Hex): OrderState | undefined
  /** `undefined` where the contracts do not answer as SeaDrop and its collections do. */
  mint(seaDrop: Address, token: Address, account: Address): MintState | undefined
  isOpen(conduit: Address, channel: Address): boolean
  /** The transfer validator that a collection names, where it has one. */
  validator(token: Address): Address | undefined
}

export type Live = {
  /**
   * @param block reads the state after this block; the newest one when absent.
   * @throws when the chain cannot be reached, or does not have the block; a single call that reverts is not an error.
   */
  read(questions: readonly Question[], block?: number): Promise<LiveFacts>
  /**
   * Asks transfer validators about moves. Collections without one cost no request.
   * @param facts with the answer to `validator` for every collection.
   */
  transferRules(moves: readonly Move[], facts: Pick<LiveFacts, 'validator'>): Promise<TransferRules>
  hasCode(account: Address): Promise<boolean>
  /** Wei per gas that a transaction sent now would pay. */
  gasPrice(): Promise<bigint>
}

const word = (value: bigint | Hex): string =>
  (typeof value === 'bigint' ? value.toString(16) : value.slice(2)).padStart(64, '0')

/** Makes the calls of a function. @param words of its answer that are kept. */
const callsOf = (signature: string, words = 1) => {
  const selector = toFunctionSelector(signature)
  return (target: Address, ...args: (bigint | Hex)[]) => {
    const data: Hex = `${selector}${args.map(word).join('')}`
    return { target, data, words }
  }
}
const call = {
  balance: callsOf('balanceOf(address)'),
  allowance: callsOf('allowance(address,address)'),
  owner: callsOf('ownerOf(uint256)'),
  units: callsOf('balanceOf(address,uint256)'),
  operator: callsOf('isApprovedForAll(address,address)'),
  royalties: callsOf('royaltyInfo(uint256,uint256)', 2),
  // Two lists of at most ten, each with its offset and its length.
  override: callsOf('getRoyaltyView(address,uint256,uint256)', 24),
  counter: callsOf('getCounter(address)'),
  order: callsOf('getOrderStatus(bytes32)', 4),
  channel: callsOf('getChannelStatus(address,address)'),
  publicDrop: callsOf('getPublicDrop(address)', 6),
  // A list: its place, its length, and the first of it.
  feeRecipients: callsOf('getAllowedFeeRecipients(address)', 3),
  payout: callsOf('getCreatorPayoutAddress(address)'),
  mintStats: callsOf('getMintStats(address)', 3),
  validator: callsOf('getTransferValidator()'),
} as const

const balanceRead = (token: Address, account: Address): ContractRead =>
  token === zeroAddress ? { balanceOf: account } : call.balance(token, account)

/** The calls of a question to contracts; royalties are asked of two if the chain has a registry. */
function readsOf(question: Question, engine: Address | undefined): readonly ContractRead[] {
  switch (question.ask) {
    case 'balance':
      return [balanceRead(question.token, question.account)]
    case 'allowance':
      return [call.allowance(question.token, question.account, question.spender)]
    case 'owner':
      return [call.owner(question.token, question.tokenId)]
    case 'units':
      return [call.units(question.token, question.account, question.tokenId)]
    case 'operator':
      return [call.operator(question.token, question.account, question.operator)]
    case 'royalties': {
      const { token, tokenId, price } = question
      const own = call.royalties(token, tokenId, price)
      return engine === undefined ? [own] : [own, call.override(engine, token, tokenId, price)]
    }
    case 'counter':
      return [call.counter(question.seaport, question.account)]
    case 'order':
      return [call.order(question.seaport, question.orderId)]
    case 'mint': {
      const { seaDrop, token, account } = question
      return [
        call.publicDrop(seaDrop, token),
        call.feeRecipients(seaDrop, token),
        call.payout(seaDrop, token),
        call.mintStats(token, account),
      ]
    }
    case 'channel':
      return [call.channel(conduitControllerAddress, question.conduit, question.channel)]
    case 'validator':
      return [call.validator(question.token)]
    default:
      return question satisfies never
  }
}

/** The key of a read among the answers. */
const keyOf = (read: ContractRead): string =>
  'balanceOf' in read ? read.balanceOf : `${read.target}${read.data}`

/** Word `index` of an answer; `undefined` if the answer is shorter, as that of a foreign contract. */
function wordAt(data: Hex, index: number): bigint | undefined {
  const part = data.slice(2 + index * 64, 66 + index * 64)
  return part.length === 64 ? BigInt(`0x${part}`) : undefined
}

const wordsOf = (data: Hex = '0x'): readonly bigint[] =>
  Array.from({ length: Math.floor((data.length - 2) / 64) }, (_, index) => wordAt(data, index) ?? 0n)

const addressOf = (value: bigint): Address => `0x${value.toString(16).padStart(40, '0')}`

function mintState(
  wordsFor: (read: ContractRead) => readonly bigint[],
  seaDrop: Address,
  token: Address,
  account: Address,
): MintState | undefined {
  const [price, startTime, endTime, maxPerWallet, feeBps, restricted] = wordsFor(
    call.publicDrop(seaDrop, token),
  )
  const [minted, supply, maxSupply] = wordsFor(call.mintStats(token, account))
  if (price === undefined || startTime === undefined || endTime === undefined) return undefined
  if (maxPerWallet === undefined || feeBps === undefined) return undefined
  if (minted === undefined || supply === undefined || maxSupply === undefined) return undefined
  const [, count = 0n, allowed = 0n] = wordsFor(call.feeRecipients(seaDrop, token))
  const [payout = 0n] = wordsFor(call.payout(seaDrop, token))
  // Where anybody may receive the fee, the artist does.
  const recipient = count > 0n ? allowed : restricted === 1n ? 0n : payout
  const feeRecipient = recipient === 0n || recipient >> 160n !== 0n ? undefined : addressOf(recipient)
  return {
    price,
    startTime,
    endTime,
    feeBps: Number(feeBps),
    feeRecipient,
    maxPerWallet,
    minted,
    supply,
    maxSupply,
  }
}

function factsOf(answers: ReadonlyMap<string, Hex>, engine: Address | undefined): LiveFacts {
  const number = (read: ContractRead): bigint | undefined => {
    const data = answers.get(keyOf(read))
    return data === undefined ? undefined : wordAt(data, 0)
  }
  const account = (read: ContractRead): Address | undefined => {
    const value = number(read)
    return value === undefined || value >> 160n !== 0n
      ? undefined
      : `0x${value.toString(16).padStart(40, '0')}`
  }
  const owner: LiveFacts['owner'] = (token, tokenId) => account(call.owner(token, tokenId))
  const units: LiveFacts['units'] = (token, tokenId, holder) =>
    number(call.units(token, holder, tokenId)) ?? 0n
  return {
    balance: (token, holder) => number(balanceRead(token, holder)) ?? 0n,
    allowance: (token, holder, spender) => number(call.allowance(token, holder, spender)) ?? 0n,
    owner,
    units,
    held: (kind, token, tokenId, holder) =>
      kind === 'erc1155' ? units(token, tokenId, holder) : owner(token, tokenId) === holder ? 1n : 0n,
    isOperator: (token, holder, operator) => number(call.operator(token, holder, operator)) === 1n,
    royalties: (token, tokenId, price) => {
      const wordsFor = (read: ContractRead) => wordsOf(answers.get(keyOf(read)))
      const overridden =
        engine === undefined
          ? undefined
          : royaltyViewShares(wordsFor(call.override(engine, token, tokenId, price)), price)
      return overridden ?? royaltyInfoShares(wordsFor(call.royalties(token, tokenId, price)), price)
    },
    counter: (seaport, holder) => number(call.counter(seaport, holder)),
    order: (seaport, orderId) => {
      const [, cancelled, filled, size] = wordsOf(answers.get(keyOf(call.order(seaport, orderId))))
      if (cancelled === undefined || filled === undefined || size === undefined) return undefined
      return { cancelled: cancelled !== 0n, filled, size }
    },
    mint: (seaDrop, token, account) =>
      mintState((read) => wordsOf(answers.get(keyOf(read))), seaDrop, token, account),
    isOpen: (conduit, channel) => number(call.channel(conduitControllerAddress, conduit, channel)) === 1n,
    validator: (token) => {
      const found = account(call.validator(token))
      return found === zeroAddress ? undefined : found
    },
  }
}

/** The price for royalties when none is given: divides well, fits every contract. */
export const royaltyUnit = 10n ** 18n

/**
 * Reads live state, as much as fits into one `eth_call`, so that all of it is from one block. A contract can harm only
 * its own answers (see {@link readContracts}). An unreachable node throws: no answer must never read as "does not own".
 */
export function createLive(
  client: PublicClient,
  { royaltyEngine: engine }: Pick<ChainConfig, 'royaltyEngine'>,
): Live {
  return {
    async read(questions, block) {
      const reads = questions.flatMap((question) => readsOf(question, engine))
      const unique = new Map(reads.map((read) => [keyOf(read), read]))
      const answers = await readContracts(client, [...unique.values()], block)
      const kept = [...unique.keys()].flatMap((key, index) => {
        const data = answers[index]?.data
        return data === undefined ? [] : [[key, data] as const]
      })
      return factsOf(new Map(kept), engine)
    },
    transferRules: (moves, facts) => readTransferRules(client, moves, facts.validator),
    async hasCode(account) {
      const code = await client.getCode({ address: account })
      return code !== undefined && code !== '0x'
    },
    gasPrice: () => client.getGasPrice(),
  }
}
