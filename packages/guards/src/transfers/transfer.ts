import {
  encodeCall,
  readCall,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { judgeApproval } from '../approvals/checkApproval.ts'
import { checkNeeds, forAllSpenders, gatherNeeds } from '../approvals/permissions.ts'
import { readCanonical, sendsExactly } from '../context/canonicalCall.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { claimedPath, itemSlot, used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import { callsOf, type TransactionEntry } from '../context/guardContext.ts'
import { type Need, tokenNeed, tokensOf } from '../context/requiredApproval.ts'
import { allSpenders } from '../context/spenders.ts'
import type { TransferIntent } from '../model/intent.ts'
import { refuseSignatures } from '../unexpected/unexpectedItems.ts'
import { refuse } from '../unexpected/unknownContract.ts'
import { acceptMoves, type TokenMove, type Transfer } from './acceptMoves.ts'
import { judgeBulkTransfer } from './helperTransfer.ts'

/** Any standard's transfer of one account's tokens. */
type TransferCall = {
  readonly from: Address
  readonly to: Address
  readonly moved: readonly (readonly [tokenId: bigint, amount: bigint])[]
  readonly kind: TokenMove['kind']
  readonly data: Hex
  /** Written again by us. */
  readonly own: Hex
}

const isApproval = (data: Hex): boolean => data.startsWith('0xa22cb465') || data.startsWith('0x095ea7b3')

/** Guards of a transfer. */
export const transferGuards: Guards = guardsOf<TransferIntent>({
  check: (judgement) => {
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
      if (to === judgement.policy.transferHelper) needs.push(...judgeBulkTransfer(judgement, entry))
      else if (!items.some(({ contract }) => contract === to)) refuse(judgement, entry, 'transfer')
      else if (isApproval(data)) approvals.push(entry)
      else judgeTransfer(judgement, entry)
    }
    const awaited = needs.length === 0 && judgement.pending
    const open = awaited
      ? forAllSpenders(judgement, (spender) =>
          items.map(({ contract, tokenId }) => tokenNeed(contract, spender, tokenId)),
        )
      : gatherNeeds(needs)
    for (const entry of approvals) judgeApproval(judgement, entry, open)
    refuseSignatures(judgement)
    if (!awaited) checkNeeds(judgement, open)
    checkTransfer(judgement)
  },
  requiredReads: ({ intent: { items } }) => {
    const collections = items.map(({ contract }) => contract)
    return { kinds: collections, operators: collections, tokenApprovals: tokensOf(items) }
  },
})

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
    if (used(judgement, itemSlot(index)) !== quantity)
      block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, itemSlot(index))
}
