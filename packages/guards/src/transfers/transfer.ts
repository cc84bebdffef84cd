import {
  encodeCall,
  readCall,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { checkNeeds, forAllSpenders, gatherNeeds } from '../approvals/permissions.ts'
import { type ActionGuards, callsOf, refuseSignatures } from '../context/action.ts'
import { readCanonical, sendsExactly } from '../context/call.ts'
import {
  allSpenders,
  block,
  claimedPath,
  isMoney,
  type TransactionEntry,
  used,
} from '../context/judgement.ts'
import { type Need, tokenNeed, tokensOf } from '../context/need.ts'
import { part } from '../context/parts.ts'
import type { TransferIntent } from '../model/intent.ts'
import { proveMoves } from '../receipts/proveMoves.ts'
import { acceptMoves, type Move, slotOf, type Transfer } from './moves.ts'

/** Any standard's transfer of one account's tokens. */
type TransferCall = {
  readonly from: Address
  readonly to: Address
  readonly moved: readonly (readonly [tokenId: bigint, amount: bigint])[]
  readonly kind: Move['kind']
  readonly data: Hex
  /** Written again by us. */
  readonly own: Hex
}

const isApproval = (data: Hex): boolean => data.startsWith('0xa22cb465') || data.startsWith('0x095ea7b3')

/** Guards of a transfer. */
export const transferGuards: ActionGuards<TransferIntent> = {
  route: (judgement) => {
    const { items, to: receiver } = judgement.intent
    // What is sent to a contract of the trade itself stays there.
    if (
      items.some(({ contract }) => contract === receiver) ||
      isMoney(judgement, receiver) ||
      judgement.seaports.has(receiver) ||
      receiver === judgement.policy.transferHelper ||
      allSpenders(judgement).includes(receiver)
    )
      block(judgement, 'CALL_RECIPIENT', 'intent.to', receiver)
    const needs: Need[] = []
    const approvals: TransactionEntry[] = []
    for (const entry of callsOf(judgement)) {
      const { to, data } = entry.data
      if (to === judgement.policy.transferHelper)
        needs.push(...part(judgement, 'helper').judgeBulkTransfer(judgement, entry))
      else if (!items.some(({ contract }) => contract === to))
        part(judgement, 'others').refuse(judgement, entry, 'transfer')
      else if (isApproval(data)) approvals.push(entry)
      else judgeTransfer(judgement, entry)
    }
    const awaited = needs.length === 0 && judgement.pending
    const open = awaited
      ? forAllSpenders(judgement, (spender) =>
          items.map(({ contract, tokenId }) => tokenNeed(contract, spender, tokenId)),
        )
      : gatherNeeds(needs)
    for (const entry of approvals) part(judgement, 'others').judgeApproval(judgement, entry, open)
    refuseSignatures(judgement)
    if (!awaited) checkNeeds(judgement, open)
    checkTransfer(judgement)
  },
  partsOf: ({ intent, policy }, entries) =>
    entries.flatMap(({ data }) => {
      if (data === undefined) return []
      if (!('to' in data)) return ['others']
      if (data.to === policy.transferHelper) return ['helper']
      const known = intent.items.some(({ contract }) => contract === data.to)
      return known && !isApproval(data.data) ? [] : ['others']
    }),
  chunks: { helper: () => import('./helperTransfer.ts') },
  prove: proveMoves,
  wishes: ({ intent: { items } }) => {
    const collections = items.map(({ contract }) => contract)
    return { kinds: collections, operators: collections, tokenApprovals: tokensOf(items) }
  },
}

const noData: Hex = '0x'

/** Reads a transfer of a token contract, and writes it again without data for the receiver's hook. */
function readTransfer(calldata: Hex): TransferCall | undefined {
  const single = readCall(safeTransferFrom721, calldata)
  if (single !== undefined)
    return {
      ...single,
      moved: [[single.tokenId, 1n]],
      kind: 'erc721',
      data: '0x',
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

/** Judges a transfer: exactly the agreed tokens, from the account, to the agreed receiver, with no hook data. */
function judgeTransfer(judgement: Transfer, entry: TransactionEntry): undefined {
  const call = readCanonical(judgement, entry, () => readTransfer(entry.data.data))
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return
  const path = `${entry.path}.data.data`
  const { account, to } = judgement.intent
  if (call.from !== account) return block(judgement, 'CALL_TRANSFER_SET', `${path}#from`, call.from, account)
  if (call.to !== to) return block(judgement, 'CALL_TRANSFER_SET', `${path}#to`, call.to, to)
  if (call.data !== '0x') return block(judgement, 'CALL_TRANSFER_SET', `${path}#data`, call.data)
  const contract = entry.data.to
  const moves = call.moved.map(([tokenId, amount]) => ({ kind: call.kind, contract, tokenId, amount }))
  acceptMoves(judgement, entry, moves, path, { to: contract, data: call.own })
}

/** Every agreed unit is on its way; none is said to have gone without a transaction. */
function checkTransfer(judgement: Transfer): undefined {
  if (judgement.pending) return
  const path = claimedPath(judgement)
  for (const [index, { quantity }] of judgement.intent.items.entries())
    if (used(judgement, slotOf(index)) !== quantity)
      block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, slotOf(index))
}
