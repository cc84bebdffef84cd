import type { SeaportVersion } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import type { Plan, SignatureData, TransactionData } from '@sluice/wire'
import type { Address, Hex } from 'viem'
import type { ChainState } from '../model/chainState.ts'
import type { Finding } from '../model/finding.ts'
import type { Intent } from '../model/intent.ts'
import type { Policy, TrustedChain } from '../model/policy.ts'
import type { AwaitingCall, CheckedItem, ItemIndex } from '../model/verdict.ts'

/** Everything that a check looks at. The same input gives the same verdict. */
export type CheckInput = {
  readonly intent: Intent
  readonly plan: Plan
  readonly chainState: ChainState
  readonly policy: Policy
  readonly chain: TrustedChain
  /** Items that were already executed in this run. Their claims stay used. */
  readonly done: readonly CheckedItem[]
  /** Random salts for the account's own orders, drawn by the caller. If more are needed, they derive from the last. */
  readonly salts: readonly bigint[]
}

/** An item of the plan, in a flat list. `data` is `undefined` until the provider fills it in. */
export type Entry = ItemIndex & {
  readonly path: string
  readonly complete: boolean
} & (
    | { readonly kind: 'transaction'; readonly data: TransactionData | undefined }
    | { readonly kind: 'signature'; readonly data: SignatureData | undefined }
  )
export type TransactionEntry = Extract<Entry, { kind: 'transaction' }> & { readonly data: TransactionData }
export type SignatureEntry = Extract<Entry, { kind: 'signature' }> & { readonly data: SignatureData }

/** The input of one check and its results so far. It exists for one call of `check`. */
export type GuardContext<TIntent extends Intent = Intent> = Omit<CheckInput, 'intent'> & {
  readonly intent: TIntent
  readonly entries: readonly Entry[]
  /** Whether an item still has no data. What is missing now may then come later, and is checked later. */
  readonly pending: boolean
  /** Seaport contracts in use, by address. */
  readonly seaports: ReadonlyMap<Address, SeaportVersion>
  /** Addresses that may move tokens, by conduit key. */
  readonly spenders: ReadonlyMap<Hex, Address>
  readonly findings: Finding[]
  readonly items: CheckedItem[]
  readonly settled: ItemIndex[]
  /** Agreed orders that the chain already shows as filled, cancelled or expired. */
  readonly ended: Hex[]
  /** Those of them that were filled. */
  readonly filled: Hex[]
  /** Calls that only a simulation can prove. */
  readonly awaiting: AwaitingCall[]
  /** Whether the proof depends on a chain read. */
  usedChainState: boolean
}

/** Creates the context of a check: flattens the plan, and resolves what the policy allows on this chain. */
export function openContext(input: CheckInput): GuardContext {
  const { intent, plan, chainState, policy, chain, done, salts } = input
  const entries = entriesOf(plan)
  const seaports = new Map<Address, SeaportVersion>()
  for (const version of policy.seaport) {
    const address = chain.seaport[version]
    if (address) seaports.set(lowerHex(address), version)
  }
  const spenders = new Map<Hex, Address>()
  for (const { key, address } of chain.conduits)
    if (policy.conduitKeys === 'chain' || policy.conduitKeys.includes(key))
      spenders.set(lowerHex(key), lowerHex(address))
  return {
    intent,
    plan,
    chainState,
    policy,
    chain,
    done,
    salts,
    entries,
    pending: entries.some((entry) => !entry.complete && entry.data === undefined),
    seaports,
    spenders,
    findings: [],
    items: [],
    settled: [],
    ended: [],
    filled: [],
    awaiting: [],
    usedChainState: false,
  }
}

function entriesOf(plan: Plan): readonly Entry[] {
  return plan.steps.flatMap((step, stepIndex) =>
    (step.items ?? []).map((item, itemIndex): Entry => {
      return {
        kind: step.kind,
        stepIndex,
        itemIndex,
        path: `steps.${stepIndex}.items.${itemIndex}`,
        complete: item.status === 'complete',
        data: ('data' in item && item.data) || undefined,
      } as Entry
    }),
  )
}

const isCall = (entry: GuardContext['entries'][number]): entry is TransactionEntry =>
  entry.kind === 'transaction' && !entry.complete && entry.data !== undefined

const isRequest = (entry: GuardContext['entries'][number]): entry is SignatureEntry =>
  entry.kind === 'signature' && !entry.complete && entry.data !== undefined

/** Returns the transactions of the plan that are not complete and have data. */
export const callsOf = ({ entries }: GuardContext): readonly TransactionEntry[] => entries.filter(isCall)

/** Returns the signature requests of the plan that are not complete and have data. */
export const requestsOf = ({ entries }: GuardContext): readonly SignatureEntry[] => entries.filter(isRequest)
