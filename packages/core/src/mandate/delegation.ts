import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { parseAddress } from '../input/values.ts'

/** A condition of a delegation: a contract that checks each use, and what it is told. */
export type Caveat = { readonly enforcer: Address; readonly terms: Hex; readonly args: Hex }

/** What an account lets another key do with it, as MetaMask's `DelegationManager` (ERC-7710) has it. */
export type Delegation = {
  readonly delegate: Address
  readonly delegator: Address
  /** The highest number: the account itself gives the right, and passes on nobody else's. */
  readonly authority: Hex
  readonly caveats: readonly Caveat[]
  readonly salt: bigint
}

const contractNames = [
  'DelegationManager',
  'AllowedCalldataEnforcer',
  'AllowedMethodsEnforcer',
  'AllowedTargetsEnforcer',
  'ERC721BalanceChangeEnforcer',
  'LimitedCallsEnforcer',
  'LogicalOrWrapperEnforcer',
  'NativeTokenPeriodTransferEnforcer',
  'TimestampEnforcer',
  'ValueLteEnforcer',
] as const

/** Contracts of MetaMask's delegation framework, by the names of `@metamask/delegation-deployments`. */
export type DelegationContracts = Readonly<Record<(typeof contractNames)[number], Address>>

/** Parses the contracts. @throws {TradeError} `invalid_input` that names the first one that is not an address. */
export const parseContracts = (given: DelegationContracts): DelegationContracts =>
  Object.fromEntries(
    contractNames.map((name) => [name, parseAddress(given[name], `contracts.${name}`)]),
  ) as DelegationContracts

export const rootAuthority: Hex = `0x${'f'.repeat(64)}`

const types = {
  Delegation: [
    { name: 'delegate', type: 'address' },
    { name: 'delegator', type: 'address' },
    { name: 'authority', type: 'bytes32' },
    { name: 'caveats', type: 'Caveat[]' },
    { name: 'salt', type: 'uint256' },
  ],
  Caveat: [
    { name: 'enforcer', type: 'address' },
    { name: 'terms', type: 'bytes' },
  ],
} as const

/** Returns what the account's owner signs (EIP-712). `args` are not part of it: the redeemer fills them in. */
export const delegationTypedData = (chainId: number, manager: Address, message: Delegation) =>
  ({
    domain: { name: 'DelegationManager', version: '1', chainId, verifyingContract: manager },
    types,
    primaryType: 'Delegation',
    message,
  }) as const

const caveatStruct = 'struct Caveat { address enforcer; bytes terms; bytes args; }'
const groupsOfCaveats = parseAbiParameters([
  'Group[] groups',
  'struct Group { Caveat[] caveats; }',
  caveatStruct,
])
const listOfDelegations = parseAbiParameters([
  'Delegation[] delegations',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  caveatStruct,
])

const word = (value: bigint): Hex => numberToHex(value, { size: 32 })

/** Returns the makers of caveats. Times are unix seconds. */
export function caveatsOf(contracts: DelegationContracts) {
  const caveat = (enforcer: Address, terms: Hex): Caveat => ({ enforcer, terms, args: '0x' })
  return {
    targets: (list: readonly Address[]) => caveat(contracts.AllowedTargetsEnforcer, concatHex(list)),
    methods: (selectors: readonly Hex[]) => caveat(contracts.AllowedMethodsEnforcer, concatHex(selectors)),
    /** The arguments of the call begin with these bytes. */
    arguments: (bytes: Hex) => caveat(contracts.AllowedCalldataEnforcer, concatHex([word(4n), bytes])),
    /** The value of one call. */
    value: (most: bigint) => caveat(contracts.ValueLteEnforcer, word(most)),
    /** The values of all calls in one period; periods follow each other from `start`. */
    valuePerPeriod: (most: bigint, seconds: bigint, start: bigint) =>
      caveat(
        contracts.NativeTokenPeriodTransferEnforcer,
        concatHex([word(most), word(seconds), word(start)]),
      ),
    calls: (most: bigint) => caveat(contracts.LimitedCallsEnforcer, word(most)),
    /** From `start` until just before `end`. */
    between: (start: bigint, end: bigint) =>
      caveat(contracts.TimestampEnforcer, encodePacked(['uint128', 'uint128'], [start - 1n, end])),
    /** After each call the owner has at least one token more of one of the collections. */
    oneMoreOf: (collections: readonly Address[], owner: Address) =>
      caveat(
        contracts.LogicalOrWrapperEnforcer,
        encodeAbiParameters(groupsOfCaveats, [
          collections.map((collection) => ({
            caveats: [
              caveat(
                contracts.ERC721BalanceChangeEnforcer,
                encodePacked(['bool', 'address', 'address', 'uint256'], [false, collection, owner, 1n]),
              ),
            ],
          })),
        ]),
      ),
  }
}

/** Returns the arguments of `oneMoreOf`: which collection a purchase is of. */
export const choiceOf = (index: number): Hex =>
  encodeAbiParameters(parseAbiParameters('(uint256 group, bytes[] args)'), [
    { group: BigInt(index), args: ['0x'] },
  ])

/** Returns the call by which the delegate has the account make one call. */
export const redeemCall = (
  manager: Address,
  delegation: Delegation & { readonly signature: Hex },
  { to, value, data }: { readonly to: Address; readonly value: bigint; readonly data: Hex },
) => ({
  to: manager,
  value: 0n,
  data: encodeFunctionData({
    abi: parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)']),
    args: [
      [encodeAbiParameters(listOfDelegations, [[delegation]])],
      // One call, which reverts as a whole.
      [word(0n)],
      [encodePacked(['address', 'uint256', 'bytes'], [to, value, data])],
    ],
  }),
})
