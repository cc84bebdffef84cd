import {
  bulkTransfer,
  encodeCall,
  ItemType,
  readCall,
  safeBatchTransferFrom,
  safeTransferFrom721,
  safeTransferFrom1155,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { type ActionGuards, callsOf, refuse, refuseSignatures } from './action.ts'
import {
  approveCollection,
  checkNeeds,
  gatherNeeds,
  judgeApproval,
  type Need,
  operatorNeeds,
  tokensOf,
} from './approval.ts'
import { readCanonical, sendsExactly } from './call.ts'
import { noEffects } from './effects.ts'
import type { TransferIntent } from './intent.ts'
import {
  acceptCall,
  block,
  fact,
  isMoney,
  type Judgement,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'
import type { Claim } from './verdict.ts'

type Transfer = Judgement<TransferIntent>
type Move = {
  readonly kind: 'erc721' | 'erc1155'
  readonly contract: Address
  readonly tokenId: bigint
  readonly amount: bigint
}
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

const slotOf = (index: number): string => `item:${index}`

/** Guards of a transfer. */
export const transferGuards: ActionGuards<TransferIntent> = {
  route: (judgement) => {
    const { items } = judgement.intent
    const needs: Need[] = []
    const approvals: TransactionEntry[] = []
    for (const entry of callsOf(judgement)) {
      const { to, data } = entry.data
      if (to === judgement.policy.transferHelper) needs.push(...judgeBulkTransfer(judgement, entry))
      else if (!items.some(({ contract }) => contract === to)) refuse(judgement, entry, 'transfer')
      else if (data.startsWith('0xa22cb465') || data.startsWith('0x095ea7b3')) approvals.push(entry)
      else judgeTransfer(judgement, entry)
    }
    const awaited = needs.length === 0 && judgement.pending
    const open = awaited ? operatorNeeds(judgement, items) : gatherNeeds(needs)
    for (const entry of approvals) judgeApproval(judgement, entry, open, approveCollection)
    refuseSignatures(judgement)
    if (!awaited) checkNeeds(judgement, open)
    checkTransfer(judgement)
  },
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
  accept(judgement, entry, moves, path, { to: contract, data: call.own })
}

/** Judges a transfer of many tokens at once through the helper that the policy lists. */
function judgeBulkTransfer(judgement: Transfer, entry: TransactionEntry): readonly Need[] {
  const call = readCanonical(judgement, entry, () => readCall(bulkTransfer, entry.data.data))
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return []
  const path = `${entry.path}.data.data`
  const { to } = judgement.intent
  // The helper moves through a conduit only: key zero would name none.
  const spender = judgement.spenders.get(call.conduitKey)
  if (spender === undefined) block(judgement, 'CALL_CONDUIT', `${path}#conduitKey`, call.conduitKey)
  for (const { recipient } of call.items)
    if (recipient !== to) block(judgement, 'CALL_TRANSFER_SET', `${path}#recipient`, recipient, to)
  if (spender === undefined || call.items.some(({ recipient }) => recipient !== to)) return []
  const items = call.items.flatMap((transfer) => transfer.items)
  if (items.some(({ itemType }) => itemType !== ItemType.erc721 && itemType !== ItemType.erc1155)) {
    block(judgement, 'CALL_TRANSFER_SET', path, 'item type')
    return []
  }
  const moves = items.map(({ itemType, token, identifier, amount }) => ({
    kind: itemType === ItemType.erc721 ? ('erc721' as const) : ('erc1155' as const),
    contract: token,
    tokenId: identifier,
    amount,
  }))
  // A contract that cannot hold ERC-721 tokens would swallow them: the helper asks it first.
  const own = { items, recipient: to, validateERC721Receiver: true }
  const data = encodeCall(bulkTransfer, { items: [own], conduitKey: call.conduitKey })
  accept(judgement, entry, moves, path, { to: entry.data.to, data })
  return moves.map(({ contract, tokenId }) => ({
    kind: 'operator',
    token: contract,
    spender,
    tokenIds: [tokenId],
  }))
}

/** Binds each token to one agreed item and takes the rebuilt call. */
function accept(
  judgement: Transfer,
  entry: TransactionEntry,
  moves: readonly Move[],
  path: string,
  call: { readonly to: Address; readonly data: Hex },
): undefined {
  const { items, to } = judgement.intent
  const claims: Claim[] = []
  for (const { kind, contract, tokenId, amount } of moves) {
    const index = items.findIndex((item) => item.contract === contract && item.tokenId === tokenId)
    const known = fact(judgement, judgement.facts.kinds, contract)
    if (
      index < 0 ||
      isMoney(judgement, contract) ||
      amount <= 0n ||
      (kind === 'erc721' && amount !== 1n) ||
      (known ?? kind) !== kind
    )
      return block(judgement, 'CALL_TRANSFER_SET', path, `${contract}:${tokenId}:${amount}`)
    claims.push({ slot: slotOf(index), units: amount })
  }
  if (moves.length === 0) return block(judgement, 'CALL_TRANSFER_SET', path, 'nothing')
  if (settleIfDone(judgement, entry, claims)) return
  for (const [index, item] of items.entries()) {
    const asked = claims.reduce((sum, { slot, units }) => (slot === slotOf(index) ? sum + units : sum), 0n)
    if (asked > item.quantity) return block(judgement, 'CALL_TRANSFER_SET', path, asked, item.quantity)
    if (used(judgement, slotOf(index)) + asked > item.quantity)
      return block(judgement, 'FLOW_BUDGET', entry.path)
  }
  acceptCall(judgement, entry, {
    ...call,
    value: 0n,
    purpose: 'transfer',
    effects: { ...noEffects, give: moves.map((move) => ({ ...move, counterparty: to })) },
    claims,
  })
}

/** Every agreed unit is on its way; none is said to have gone without a transaction. */
function checkTransfer(judgement: Transfer): undefined {
  if (judgement.pending) return
  const done = judgement.entries.find((entry) => entry.complete)
  const path = done === undefined ? 'steps' : `${done.path}.status`
  for (const [index, { quantity }] of judgement.intent.items.entries())
    if (used(judgement, slotOf(index)) !== quantity)
      block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, slotOf(index))
}
