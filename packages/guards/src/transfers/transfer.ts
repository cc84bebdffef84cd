import {
  approve,
  encodeCall,
  readCall,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
  setApprovalForAll,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { checkPermissions } from '../approvals/checkPermissions.ts'
import { forAllSpenders } from '../approvals/requiredApprovals.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { claimedPath, used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import { callsOf, type TransactionEntry } from '../context/guardContext.ts'
import { readCanonical, sendsExactly } from '../context/readCanonical.ts'
import { approvalTokens, type RequiredApproval, requireToken } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'
import type { TransferIntent } from '../model/intent.ts'
import { itemSlot } from '../model/slots.ts'
import { refuseCall } from '../unexpected/refuseCall.ts'
import { refuseSignatures } from '../unexpected/unexpectedItems.ts'
import { acceptMoves, type TokenMove, type Transfer } from './acceptMoves.ts'
import { checkHelperTransfer } from './helperTransfer.ts'

/** A decoded transfer of an ERC-721 or ERC-1155 contract. */
type TransferCall = {
  readonly from: Address
  readonly to: Address
  readonly moved: readonly (readonly [tokenId: bigint, amount: bigint])[]
  readonly kind: TokenMove['kind']
  readonly data: Hex
  /** The call data as the guards encode it. */
  readonly own: Hex
}

const isApproval = (data: Hex): boolean =>
  data.startsWith(setApprovalForAll.selector) || data.startsWith(approve.selector)

/** The guards of transfers. */
export const transferGuards: Guards = guardsOf<TransferIntent>({
  check: (context) => {
    const { items, to: receiver } = context.intent
    // Tokens that are sent to a token contract, an exchange or a conduit are lost.
    if (
      items.some(({ contract }) => contract === receiver) ||
      isMoney(context, receiver) ||
      context.seaports.has(receiver) ||
      receiver === context.policy.transferHelper ||
      allSpenders(context).includes(receiver)
    )
      block(context, 'CALL_RECIPIENT', 'intent.to', receiver)
    const needs: RequiredApproval[] = []
    const approvals: TransactionEntry[] = []
    for (const entry of callsOf(context)) {
      const { to, data } = entry.data
      if (to === context.policy.transferHelper) needs.push(...checkHelperTransfer(context, entry))
      else if (!items.some(({ contract }) => contract === to)) refuseCall(context, entry, 'transfer')
      else if (isApproval(data)) approvals.push(entry)
      else checkTransfer(context, entry)
    }
    const awaited = needs.length === 0 && context.pending
    const open = (spender: Address) =>
      items.map(({ contract, tokenId }) => requireToken(contract, spender, tokenId))
    checkPermissions(context, approvals, needs, awaited ? forAllSpenders(context, open) : undefined)
    refuseSignatures(context)
    checkAllTransferred(context)
  },
  requiredReads: ({ intent: { items } }) => {
    const collections = items.map(({ contract }) => contract)
    return { kinds: collections, operators: collections, tokenApprovals: approvalTokens(items) }
  },
})

const noData: Hex = '0x'

/** Decodes a transfer of a token contract, and encodes it again without data for the receiver's hook. */
function readTransfer(calldata: Hex): TransferCall | undefined {
  const single = readCall(safeTransferFrom721, calldata)
  if (single !== undefined)
    return {
      ...single,
      moved: [[single.tokenId, 1n]],
      kind: 'erc721',
      data: noData,
      own: encodeCall(safeTransferFrom721, single),
    }
  const units = readCall(safeTransferFrom1155, calldata)
  if (units !== undefined)
    return {
      ...units,
      moved: [[units.id, units.amount]],
      kind: 'erc1155',
      own: encodeCall(safeTransferFrom1155, { ...units, data: noData }),
    }
  const batch = readCall(safeBatchTransferFrom, calldata)
  if (batch === undefined) return undefined
  const { ids, amounts } = batch
  return {
    ...batch,
    moved: ids.length === amounts.length ? ids.map((id, index) => [id, amounts[index] ?? 0n]) : [],
    kind: 'erc1155',
    own: encodeCall(safeBatchTransferFrom, { ...batch, data: noData }),
  }
}

/** Checks a transfer: exactly the agreed tokens, from the account, to the agreed receiver, with no hook data. */
function checkTransfer(context: Transfer, entry: TransactionEntry): undefined {
  const call = readCanonical(context, entry, () => readTransfer(entry.data.data))
  if (call === undefined || !sendsExactly(context, entry, 0n)) return
  const path = `${entry.path}.data.data`
  const { account, to } = context.intent
  if (call.from !== account) return block(context, 'CALL_TRANSFER_SET', `${path}#from`, call.from, account)
  if (call.to !== to) return block(context, 'CALL_TRANSFER_SET', `${path}#to`, call.to, to)
  if (call.data !== noData) return block(context, 'CALL_TRANSFER_SET', `${path}#data`, call.data)
  const contract = entry.data.to
  const moves = call.moved.map(([tokenId, amount]) => ({ kind: call.kind, contract, tokenId, amount }))
  acceptMoves(context, entry, moves, path, { to: contract, data: call.own })
}

/** Checks that the plan transfers every agreed unit. */
function checkAllTransferred(context: Transfer): undefined {
  if (context.pending) return
  const path = claimedPath(context)
  for (const [index, { quantity }] of context.intent.items.entries())
    if (used(context, itemSlot(index)) !== quantity)
      block(context, 'FLOW_FALSE_COMPLETE', path, undefined, itemSlot(index))
}
