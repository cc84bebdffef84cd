import { decodeRevert } from '@sluice/seaport'
import {
  type Address,
  encodeFunctionData,
  type Hex,
  isHex,
  numberToHex,
  type PublicClient,
  parseAbi,
  zeroAddress,
} from 'viem'
import { causesOf, errorCode } from '../errorCauses.ts'
import { type ContractRead, readContracts } from './probe.ts'

/** A move of a collection's tokens that a trade needs. */
export type Move = {
  readonly collection: Address
  /** Who asks the collection for it: a conduit, or Seaport itself. */
  readonly operator: Address
  /** The zone of the order; the zero address, or nothing, where none decides about its fills. */
  readonly zone?: Address | undefined
}

/** What is wrong with an order whose collection does not allow its move. */
export const barredMessage = 'The collection does not let this marketplace transfer its tokens'

/** What the transfer validators of collections (ERC-721C, ERC-1155C) allow. */
export type TransferRules = {
  /** Whether only operators that were chosen may move the collection's tokens: those that keep its terms. */
  isEnforced(collection: Address): boolean
  /** Whether a move can succeed: its operator is allowed to make it, or its zone may let it through. */
  allows(move: Move): boolean
}

const abi = parseAbi([
  'function applyCollectionTransferPolicy(address caller, address from, address to) view',
  'function isAccountAuthorizerOfCollection(address collection, address account) view returns (bool)',
])

/** An operator that nobody chose, and the two accounts of a trial, which belong to nobody and have no code. */
const anyOperator: Address = '0x00000000000000000000000000000000005afe05'
const holder: Address = '0x00000000000000000000000000000000005afe06'
const receiver: Address = '0x00000000000000000000000000000000005afe07'
const isTrue = `0x${'1'.padStart(64, '0')}`
/** Gas that a validator may use. */
const gas = numberToHex(500_000)

const keyOf = ({ collection, operator }: Pick<Move, 'collection' | 'operator'>): string =>
  `${collection}|${operator}`
const zoneKeyOf = ({ collection, zone }: Pick<Move, 'collection' | 'zone'>): string => `${collection}|${zone}`

/** What nodes say of a call that the contract itself made fail. */
const failure = /revert|out of ?gas|invalid (?:opcode|jump)|stack (?:under|over)flow|EVM error/i

/**
 * Whether a call failed by the contract's own doing, and with what return data, at whatever depth the library keeps it.
 * `undefined` where the node could not be asked.
 */
export function callFailureOf(cause: unknown): { readonly data: Hex } | undefined {
  let failed = false
  for (const error of causesOf(cause)) {
    failed ||= errorCode(error) === 3 || failure.test(error.message)
    if (failed && 'data' in error && isHex(error.data)) return { data: error.data }
  }
  return failed ? { data: '0x' } : undefined
}

/** What a validator says of a move: allowed, refused, or refused for its receiver alone. */
type Answer = 'allowed' | 'refused' | 'receiver-refused' | undefined

/** Asks a validator about a move, as the collection asks it; `undefined` where it does not say. */
async function askValidator(
  client: PublicClient,
  { collection, operator, validator }: Move & { readonly validator: Address },
): Promise<Answer> {
  const args = [operator, holder, receiver] as const
  const data = encodeFunctionData({ abi, functionName: 'applyCollectionTransferPolicy', args })
  try {
    // Not by the library's `call`, which fetches addresses that a contract names (ERC-3668).
    await client.request({
      method: 'eth_call',
      params: [{ from: collection, to: validator, data, gas }, 'latest'],
    })
    return 'allowed'
  } catch (cause) {
    const failed = callFailureOf(cause)
    if (failed === undefined) throw cause
    // A validator without this function reverts without a reason.
    if (failed.data === '0x') return undefined
    return decodeRevert(failed.data).reason === 'receiver_refused' ? 'receiver-refused' : 'refused'
  }
}

/**
 * Asks the transfer validators of collections about moves; those of collections without one cost nothing.
 * @param validatorOf the validator that a collection names, as it was read.
 * @throws {NodeFault} or the library's error when the node cannot be asked.
 */
export async function readTransferRules(
  client: PublicClient,
  moves: readonly Move[],
  validatorOf: (collection: Address) => Address | undefined,
): Promise<TransferRules> {
  const guarded = moves.flatMap((move) => {
    const validator = validatorOf(move.collection)
    return validator === undefined ? [] : [{ ...move, validator }]
  })
  if (guarded.length === 0) return { isEnforced: () => false, allows: () => true }
  const trials = new Map(
    guarded.flatMap((move) => [move, { ...move, operator: anyOperator }]).map((move) => [keyOf(move), move]),
  )
  const zoned = guarded.filter(({ zone = zeroAddress }) => zone !== zeroAddress)
  const inZone = [...new Map(zoned.map((move) => [zoneKeyOf(move), move])).values()]
  const reads = inZone.map(({ validator, collection, zone = zeroAddress }): ContractRead => {
    const args = [collection, zone] as const
    const data = encodeFunctionData({ abi, functionName: 'isAccountAuthorizerOfCollection', args })
    return { target: validator, data }
  })
  const [answers, authorized] = await Promise.all([
    Promise.all([...trials].map(async ([key, move]) => [key, await askValidator(client, move)] as const)),
    reads.length === 0 ? [] : readContracts(client, reads),
  ])
  const verdicts = new Map(answers)
  const authorizes = new Set(
    inZone.flatMap(({ collection, zone }, index) =>
      authorized[index]?.data === isTrue ? [zoneKeyOf({ collection, zone })] : [],
    ),
  )
  return {
    // Validators limit receivers only where they limit operators.
    isEnforced: (collection) =>
      verdicts.get(keyOf({ collection, operator: anyOperator }))?.endsWith('refused') === true,
    allows: (move) => verdicts.get(keyOf(move)) !== 'refused' || authorizes.has(zoneKeyOf(move)),
  }
}
