import { erc20Abi, erc721Abi, erc1155Abi, wrappedNativeAbi } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { TransactionData, TransactionItem } from './steps.ts'

/** A call to send: `value` in wei. */
export type Call = { readonly to: Address; readonly data: Hex; readonly value: bigint }

/** Gas fields that callers may set. Wei per gas. */
export type GasTerms = {
  readonly maxFeePerGas?: bigint | null | undefined
  readonly maxPriorityFeePerGas?: bigint | null | undefined
}

/** A call on the wire. */
export function transactionData(from: Address, call: Call, gas: GasTerms = {}): TransactionData {
  return {
    from,
    to: call.to,
    data: call.data,
    ...(call.value > 0n ? { value: numberToHex(call.value) } : {}),
    ...(gas.maxFeePerGas == null ? {} : { maxFeePerGas: numberToHex(gas.maxFeePerGas) }),
    ...(gas.maxPriorityFeePerGas == null
      ? {}
      : { maxPriorityFeePerGas: numberToHex(gas.maxPriorityFeePerGas) }),
  }
}

export const incomplete = (data: TransactionData): TransactionItem => ({ status: 'incomplete', data })
export const complete = (): TransactionItem => ({ status: 'complete', data: {} })

/** Approves exactly `amount`, so that nothing remains approved afterwards. */
export const approveCall = (token: Address, spender: Address, amount: bigint): Call => ({
  to: token,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
  value: 0n,
})

export const operatorCall = (collection: Address, operator: Address): Call => ({
  to: collection,
  data: encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [operator, true] }),
  value: 0n,
})

/** Wraps native coin. */
export const wrapCall = (wrapped: Address, amount: bigint): Call => ({
  to: wrapped,
  data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }),
  value: amount,
})

/** A token, or units of one. */
export type Units = {
  readonly contract: Address
  readonly tokenId: bigint
  readonly units: bigint
  readonly kind: 'erc721' | 'erc1155'
}

/** Transfers a token to an account, which is asked whether it accepts it. */
export const transferCall = (
  { contract, tokenId, units, kind }: Units,
  from: Address,
  to: Address,
): Call => ({
  to: contract,
  data:
    kind === 'erc721'
      ? encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, to, tokenId] })
      : encodeFunctionData({
          abi: erc1155Abi,
          functionName: 'safeTransferFrom',
          args: [from, to, tokenId, units, '0x'],
        }),
  value: 0n,
})

const transferAbi = parseAbi(['function transferFrom(address from, address to, uint256 tokenId)'])

/** The same, without asking the account about an ERC-721 token. */
export const unaskedTransferCall = (token: Units, from: Address, to: Address): Call => {
  const { contract, tokenId, kind } = token
  if (kind === 'erc1155') return transferCall(token, from, to)
  const data = encodeFunctionData({
    abi: transferAbi,
    functionName: 'transferFrom',
    args: [from, to, tokenId],
  })
  return { to: contract, data, value: 0n }
}
