import { frozenCopy } from '@sluice/guards/internal'
import { seaportAbi } from '@sluice/seaport'
import { type Address, encodeAbiParameters, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { type Client, chainOf } from '../client.ts'
import { invalidInput } from '../errors.ts'
import { type BaseUnits, parseAddress, parseBaseUnits } from '../input/values.ts'
import {
  type Caveat,
  caveatsOf,
  choiceOf,
  type Delegation,
  type DelegationContracts,
  delegationTypedData,
  parseContracts,
  redeemCall,
  rootAuthority,
} from './delegation.ts'
import { type MandateTerms, parseTerms } from './terms.ts'

/** One right that the account gives to the agent's key. */
export type MandateDelegation = {
  /** A purchase on Seaport, a cancellation there, or an allowance of `currency` to the conduit. */
  readonly purpose: 'buy' | 'cancel' | 'approve'
  readonly currency?: Address | undefined
  /** When it may be used, in milliseconds, in whole seconds: from `start` until just before `end`. */
  readonly start: number
  readonly end: number
  /** Collections of which a purchase brings a token; empty for other purposes. */
  readonly collections: readonly Address[]
  readonly delegationManager: Address
  readonly delegation: Delegation
  /** What the owner of the account signs, as `signTypedData` of viem takes it. */
  readonly typedData: ReturnType<typeof delegationTypedData>
}

/** What the agent's machine needs of a delegation. It may come from JSON, with `salt` as decimal digits. */
export type SignedDelegation = Pick<MandateDelegation, 'delegationManager' | 'collections'> & {
  readonly delegation: Omit<Delegation, 'salt'> & { readonly salt: BaseUnits }
  readonly signature: Hex
}

/** A call that the account is to make. Values are wei. */
export type DelegatedCall = { readonly to: Address; readonly value: bigint; readonly data: Hex }

const fills = [
  'fulfillBasicOrder_efficient_6GL6yc',
  'fulfillBasicOrder',
  'fulfillOrder',
  'fulfillAdvancedOrder',
  'fulfillAvailableAdvancedOrders',
]
const cancellations = ['cancel', 'incrementCounter']

const selectorsOf = (names: readonly string[]): readonly Hex[] =>
  seaportAbi.flatMap((entry) =>
    entry.type === 'function' && names.includes(entry.name) ? [toFunctionSelector(entry)] : [],
  )

/** Most allowances of one currency: the owner signs each of them. */
const maxPeriods = 100

/**
 * Returns the delegations (ERC-7710) by which the account itself holds the agent's key to the terms of a mandate, with the
 * contracts of MetaMask's delegation framework. The owner signs them, and {@link redeemMandate} uses them. The account
 * must run the framework's code, by EIP-7702 or as a contract.
 *
 * The account then makes purchases on Seaport, each of which brings it a token of a named ERC-721 collection; spends the
 * native amount per period; and grants each currency's amount to the chain's first conduit once per period. Periods
 * follow each other from `start`. The price of each token, and what else the account has approved to the conduit, are
 * held by `createMandate` alone.
 *
 * @param parameters `account` gives, `agent` (an account with a key) uses. `start` is in milliseconds; now by default.
 * @throws {TradeError} `invalid_input` for terms that no delegation can hold: actions besides `buy` and `cancel`, or more
 * than 100 periods of a currency that needs an allowance. `unknown_chain`.
 * @example
 * ```ts
 * const rights = mandateDelegations(client, terms, { account, agent, contracts: DELEGATOR_CONTRACTS['1.3.0'][8453] })
 * const [buy] = await Promise.all(
 *   rights.map(async (right) => ({ ...right, signature: await owner.signTypedData(right.typedData) })),
 * )
 * await agentWallet.sendTransaction(redeemMandate(buy, call, collection))
 * ```
 */
export function mandateDelegations(
  client: Client,
  terms: MandateTerms,
  parameters: {
    readonly account: string
    readonly agent: string
    readonly contracts: DelegationContracts
    readonly start?: number | undefined
  },
): readonly MandateDelegation[] {
  const { actions, spend, window, collections, until, chainId } = parseTerms(terms)
  const chain = chainOf(client, chainId)
  const account = parseAddress(parameters.account, 'account')
  const agent = parseAddress(parameters.agent, 'agent')
  const contracts = parseContracts(parameters.contracts)
  const other = actions.find((action) => action !== 'buy' && action !== 'cancel')
  if (other !== undefined)
    throw invalidInput('mandate.actions', `A delegation can hold "buy" and "cancel", but not "${other}".`)
  const { start: begin = Date.now() } = parameters
  if (!Number.isSafeInteger(begin) || begin < 1_000)
    throw invalidInput('start', '"start" must be a time in milliseconds.')
  const [start, end] = [secondsOf(begin), secondsOf(until)]
  if (end <= start) throw invalidInput('mandate.until', '"mandate.until" must be after the start.')
  const period = window === undefined ? end - start : secondsOf(window + 999)
  const make = caveatsOf(contracts)
  const delegate = (
    purpose: MandateDelegation['purpose'],
    [from, to]: readonly [bigint, bigint],
    caveats: readonly Caveat[],
    of: Pick<MandateDelegation, 'collections' | 'currency'>,
  ): MandateDelegation => {
    const delegation: Delegation = {
      delegate: agent,
      delegator: account,
      authority: rootAuthority,
      caveats: [make.between(from, to), ...caveats],
      salt: from,
    }
    const typedData = delegationTypedData(chain.id, contracts.DelegationManager, delegation)
    const time = { start: Number(from) * 1_000, end: Number(to) * 1_000 }
    const { DelegationManager: delegationManager } = contracts
    return frozenCopy({ purpose, ...of, ...time, delegationManager, delegation, typedData })
  }
  const onSeaport = (names: readonly string[]) => [
    make.targets(Object.values(chain.seaport)),
    make.methods(selectorsOf(names)),
  ]
  const native = spend.get(zeroAddress) ?? 0n
  const whole = [start, end] as const
  const buys = () =>
    delegate(
      'buy',
      whole,
      [
        ...onSeaport(fills),
        native === 0n ? make.value(0n) : make.valuePerPeriod(native, period, start),
        make.oneMoreOf(collections, account),
      ],
      { collections },
    )
  const cancels = () =>
    delegate('cancel', whole, [...onSeaport(cancellations), make.value(0n)], { collections: [] })
  const approvals = () => {
    const currencies = [...spend].filter(([currency]) => currency !== zeroAddress)
    if (currencies.length === 0) return []
    const [conduit] = chain.conduits
    if (conduit === undefined)
      throw invalidInput('mandate.spend', 'The chain has no conduit that a currency could be allowed to.')
    if ((end - start + period - 1n) / period > BigInt(maxPeriods))
      throw invalidInput('mandate.per', `"mandate.per" makes more than ${maxPeriods} periods of a currency.`)
    return currencies.flatMap(([currency, amount]) =>
      periodsOf(start, end, period).map((time) =>
        delegate(
          'approve',
          time,
          [
            make.targets([currency]),
            make.methods([toFunctionSelector('approve(address,uint256)')]),
            make.arguments(
              encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [conduit.address, amount]),
            ),
            make.value(0n),
            make.calls(1n),
          ],
          { currency, collections: [] },
        ),
      ),
    )
  }
  return [
    ...(actions.includes('buy') ? [buys(), ...approvals()] : []),
    ...(actions.includes('cancel') ? [cancels()] : []),
  ]
}

/**
 * Returns the transaction by which the agent's key has the account make a call under a signed delegation (ERC-7710).
 * The account refuses it, as a whole, if it is outside of the delegation.
 *
 * @param collection of which the purchase brings a token; the first one by default.
 * @throws {TradeError} `invalid_input` for a collection that the delegation does not name.
 * @example
 * ```ts
 * const { to, value, data } = redeemMandate(right, call, collection)
 * const hash = await agentWallet.sendTransaction({ to, value, data })
 * ```
 */
export function redeemMandate(
  right: SignedDelegation,
  call: DelegatedCall,
  collection?: string,
): DelegatedCall {
  const { delegation, delegationManager, collections, signature } = right
  const index = collection === undefined ? 0 : collections.indexOf(parseAddress(collection, 'collection'))
  if (index < 0) throw invalidInput('collection', 'The delegation does not name this collection.')
  // The last caveat of a purchase asks which collection it is of.
  const caveats = delegation.caveats.map((caveat, at, all) =>
    collections.length > 0 && at === all.length - 1 ? { ...caveat, args: choiceOf(index) } : caveat,
  )
  const salt = parseBaseUnits(delegation.salt, 'salt')
  return redeemCall(delegationManager, { ...delegation, salt, caveats, signature }, call)
}

const secondsOf = (milliseconds: number): bigint => BigInt(Math.floor(milliseconds / 1_000))

function periodsOf(start: bigint, end: bigint, period: bigint): readonly (readonly [bigint, bigint])[] {
  const count = Number((end - start + period - 1n) / period)
  return Array.from({ length: count }, (_, index) => {
    const from = start + BigInt(index) * period
    return [from, from + period < end ? from + period : end] as const
  })
}
