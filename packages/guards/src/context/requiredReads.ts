import type { Address, Hex } from 'viem'
import { printable } from '../model/finding.ts'
import type { TokenUnits } from '../model/intent.ts'
import { isRecord } from '../model/isRecord.ts'
import { type CheckInput, callsOf, type Entry, type GuardContext } from './guardContext.ts'
import { routersIn } from './routers.ts'
import { allSpenders } from './spenders.ts'

/**
 * The chain reads that the check of a plan needs. If a value was not read, the guards ask for a confirmation or block;
 * they never assume it.
 */
export type RequiredReads = {
  /** Seaport contracts whose counter of the account is read. */
  readonly counters: readonly Address[]
  /** Pairs of Seaport and maker, whose counter is read. */
  readonly makerCounters: readonly (readonly [Address, Address])[]
  /** Collections whose token standard is read. */
  readonly kinds: readonly Address[]
  /** Pairs of token and spender. */
  readonly allowances: readonly (readonly [Address, Address])[]
  /** Pairs of collection and operator. */
  readonly operators: readonly (readonly [Address, Address])[]
  /** Currencies whose balance of the account is read. */
  readonly balances: readonly Address[]
  /** Tokens whose units of the account are read. */
  readonly holdings: readonly TokenUnits[]
  /** Contract, token id, and the sale price to ask for if it matters. */
  readonly royalties: readonly (readonly [Address, bigint, bigint?])[]
  readonly orderStatus: readonly Hex[]
  /** ERC-721 tokens whose own approval (`getApproved`) is read. */
  readonly tokenApprovals: readonly (readonly [Address, bigint])[]
  /** Pairs of SeaDrop and a collection whose public mint is read. */
  readonly drops?: readonly (readonly [Address, Address])[]
  /** Collections whose transfer validator is read, if they have one (ERC-721C, ERC-1155C). */
  readonly validators?: readonly Address[]
  /** Contracts whose code hash is read. */
  readonly codes: readonly Address[]
  /** Seaports of the plan, whose domain separators are read. */
  readonly seaports: readonly Address[]
  /** Currencies that the plan pays in. */
  readonly currencies: readonly Address[]
  /** Conduits that the plan approves. */
  readonly conduits?: readonly { readonly key: Hex; readonly address: Address }[]
  readonly accountCode: boolean
}

export type ReadsInput = Pick<CheckInput, 'intent' | 'plan' | 'policy' | 'chain'>

/** The reads that one action needs. Currencies and collections are read for every spender. */
export type ActionReads = {
  readonly [K in
    | 'makerCounters'
    | 'kinds'
    | 'balances'
    | 'holdings'
    | 'royalties'
    | 'orderStatus'
    | 'tokenApprovals'
    | 'drops'
    | 'validators']?: RequiredReads[K]
} & {
  readonly counters?: boolean
  readonly allowances?: readonly Address[]
  readonly operators?: readonly Address[]
}

const unique = <T>(list: readonly T[] = []): readonly T[] => [
  ...new Map(list.map((value) => [`${value}`, value])).values(),
]

/** Returns the reads of an action together with those that every plan needs. */
export function requiredReadsFor(context: GuardContext, reads: ActionReads): RequiredReads {
  const currencies = unique(reads.allowances)
  const pairs = (tokens: readonly Address[]) =>
    tokens.flatMap((token) => allSpenders(context).map((spender) => [token, spender] as const))
  return {
    counters: reads.counters === true ? [...context.seaports.keys()] : [],
    makerCounters: unique(reads.makerCounters),
    kinds: unique(reads.kinds),
    allowances: pairs(currencies),
    operators: pairs(unique(reads.operators)),
    balances: unique(reads.balances),
    holdings: reads.holdings ?? [],
    royalties: reads.royalties ?? [],
    orderStatus: unique(reads.orderStatus),
    tokenApprovals: reads.tokenApprovals ?? [],
    drops: unique(reads.drops),
    validators: unique(reads.validators),
    codes: routersIn(callsOf(context), context.policy),
    seaports: seaportsOf(context),
    conduits: conduitsIn(context),
    // A hostile plan can name any number of contracts.
    currencies: currencies.slice(0, 20),
    accountCode: true,
  }
}

/** Returns the Seaports that the plan calls or requests signatures for. */
const seaportsOf = ({ entries, seaports }: GuardContext): readonly Address[] =>
  [...seaports.keys()].filter((seaport) =>
    entries.some(({ data }) => printable(data && targetOf(data)).toLowerCase() === seaport),
  )

/** Returns the conduits of the chain whose address a call of the plan contains. */
const conduitsIn = ({ entries, spenders }: GuardContext) =>
  [...spenders]
    .map(([key, address]) => ({ key, address }))
    .filter(({ address }) =>
      entries.some(({ data }) => data !== undefined && 'to' in data && data.data.includes(address.slice(2))),
    )

/** Returns the contract that an item calls or requests a signature for, as the provider sent it. */
const targetOf = (data: NonNullable<Entry['data']>): unknown =>
  'to' in data
    ? data.to
    : data.sign?.signatureKind === 'eip712' && isRecord(data.sign.domain)
      ? data.sign.domain.verifyingContract
      : undefined
