import { erc20Abi, erc721Abi, seaportAbi } from '@sluice/seaport'
import { conduitControllerAddress } from '@sluice/seaport/addresses'
import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  type Address,
  decodeAbiParameters,
  decodeFunctionData,
  domainSeparator,
  encodeAbiParameters,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  parseAbi,
  toFunctionSelector,
} from 'viem'
import { addresses, type SentCall } from '../chainActions.ts'
import { apply, type WorldBlock } from '../chainModel.ts'
import { RpcError } from '../rpcError.ts'
import { actionOfCall, type Orders } from './actionOfCall.ts'

const chainId = 31_337
const standards: ReadonlySet<unknown> = new Set(['0x01ffc9a7', '0x80ac58cd'])
const erc165Abi = parseAbi(['function supportsInterface(bytes4 id) view returns (bool)'])
const controllerAbi = parseAbi([
  'function getConduit(bytes32 key) view returns (address conduit, bool exists)',
  'function getChannels(address conduit) view returns (address[] channels)',
])

/** The functions of a contract by their selectors, each hashed once. */
type Functions = ReadonlyMap<string, AbiFunction>
const functionsOf = (abi: Abi): Functions =>
  new Map(abi.flatMap((item) => (item.type === 'function' ? [[toFunctionSelector(item), item]] : [])))

const collectionFunctions = functionsOf([...erc721Abi, ...erc165Abi])
const currencyFunctions = functionsOf(erc20Abi)
const seaportFunctions = functionsOf(seaportAbi)
const controllerFunctions = functionsOf(controllerAbi)
const multicallFunctions = functionsOf(multicall3Abi)
const domain = domainSeparator({
  domain: { name: 'Seaport', version: '1.6', chainId, verifyingContract: addresses.seaport },
})

const transferFromAbi = parseAbi(['function transferFrom(address from, address to, uint256 id)'])
const transferSelector = toFunctionSelector('transferFrom(address,address,uint256)')

const lower = (value: unknown): Address => String(value).toLowerCase() as Address
const contracts: ReadonlySet<Address> = new Set([
  addresses.collection,
  addresses.wrapped,
  addresses.conduit,
  addresses.multicall3,
  addresses.seaport,
  conduitControllerAddress,
])

/** The code of an account: contracts have some, and it is never run. */
export const codeOf = (account: unknown): Hex => (contracts.has(lower(account)) ? '0x6000' : '0x')

/** Whether a call is the conduit's, which moves a token that it may move. */
function isConduitTransfer({ state }: WorldBlock, { from, to, data }: SentCall): boolean {
  if (from !== addresses.conduit || to !== addresses.collection || !data.startsWith(transferSelector))
    return false
  const [owner, , tokenId] = decodeFunctionData({ abi: transferFromAbi, data }).args
  return state.owners.get(tokenId) === lower(owner) && state.operated.has(lower(owner))
}

const reverted = (): RpcError => new RpcError(3, 'execution reverted')

type Views = Readonly<Record<string, (args: readonly unknown[]) => unknown>>

/** The arguments of a call. @throws {RpcError} where the contract could not decode them. */
function argumentsIn(inputs: readonly AbiParameter[], data: Hex): readonly unknown[] {
  if (inputs.length === 0) return []
  try {
    return decodeAbiParameters(inputs, `0x${data.slice(10)}`)
  } catch {
    throw reverted()
  }
}

/** Answers a call of a view function; whatever is not among the views reverts. */
function answerView(functions: Functions, data: Hex, views: Views): Hex {
  const called = functions.get(data.slice(0, 10))
  if (called === undefined) throw reverted()
  const result = views[called.name]?.(argumentsIn(called.inputs, data))
  if (result === undefined) throw reverted()
  return encodeAbiParameters(called.outputs, called.outputs.length === 1 ? [result] : (result as unknown[]))
}

function answerRead(block: WorldBlock, to: Address, data: Hex): Hex {
  const { state } = block
  switch (to) {
    case addresses.collection:
      return answerView(collectionFunctions, data, {
        supportsInterface: ([id]) => standards.has(id),
        ownerOf: ([id]) => state.owners.get(id as bigint),
        isApprovedForAll: ([owner, operator]) =>
          lower(operator) === addresses.conduit && state.operated.has(lower(owner)),
        getApproved: () => `0x${'00'.repeat(20)}`,
      })
    case addresses.wrapped:
      return answerView(currencyFunctions, data, {
        balanceOf: ([account]) => state.funds.get(lower(account)) ?? 0n,
        allowance: ([account, spender]) =>
          lower(spender) === addresses.conduit ? (state.allowed.get(lower(account)) ?? 0n) : 0n,
      })
    case addresses.seaport:
      return answerView(seaportFunctions, data, {
        getCounter: ([account]) => state.counters.get(lower(account)) ?? 0n,
        getOrderStatus: ([id]) => {
          const filled = state.filled.has(id as Hex) ? 1n : 0n
          return [false, state.cancelled.has(id as Hex), filled, filled]
        },
        information: () => ['1.6', domain, conduitControllerAddress],
      })
    case conduitControllerAddress:
      return answerView(controllerFunctions, data, {
        getConduit: ([key]) =>
          key === addresses.conduitKey ? [addresses.conduit, true] : [`0x${'00'.repeat(20)}`, false],
        getChannels: ([conduit]) => (lower(conduit) === addresses.conduit ? [addresses.seaport] : undefined),
      })
    case addresses.multicall3:
      return answerView(multicallFunctions, data, {
        aggregate3: ([calls]) =>
          (calls as readonly { target: Address; callData: Hex }[]).map(({ target, callData }) => {
            try {
              return { success: true, returnData: answerRead(block, lower(target), callData) }
            } catch {
              return { success: false, returnData: '0x' }
            }
          }),
      })
    default:
      return '0x'
  }
}

/** Answers `eth_call`: a view of a contract of the world, or a transaction that is tried and not sent. */
export function answerCall(block: WorldBlock, asked: unknown, time: number, orders: Orders): Hex {
  const {
    from,
    to,
    data = '0x',
    value = '0x0',
  } = asked as Partial<Record<'from' | 'to' | 'data' | 'value', Hex>>
  if (from === undefined) return answerRead(block, lower(to), data)
  const call: SentCall = {
    hash: '0x',
    from: lower(from),
    to: lower(to),
    data,
    value: hexToBigInt(value),
    nonce: 0,
  }
  if (isConduitTransfer(block, call)) return '0x'
  if (apply(block.state, actionOfCall(call, orders), block.hash, time) === undefined) throw reverted()
  return '0x'
}
