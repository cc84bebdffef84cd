import { type DecodedCall, erc721Abi, erc1155Abi, ItemType, transferHelperAbi } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { Need } from './approval.ts'
import { readCall, sendsExactly } from './call.ts'
import { noEffects } from './effects.ts'
import type { TransferIntent } from './intent.ts'
import {
  acceptCall,
  block,
  fact,
  type Judgement,
  settleIfDone,
  type TransactionEntry,
  used,
} from './judgement.ts'
import type { Claim } from './verdict.ts'

type Transfer = Judgement<TransferIntent>
type Moved = { readonly tokenId: bigint; readonly amount: bigint }
type Move = Moved & { readonly kind: 'erc721' | 'erc1155'; readonly contract: Address }

const slotOf = (index: number): string => `item:${index}`

/** Judges a transfer: exactly the agreed tokens, from the account, to the agreed receiver, with no hook data. */
export function judgeTransfer(judgement: Transfer, entry: TransactionEntry): undefined {
  const call = readCall(judgement, entry, 0)
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return
  const path = `${entry.path}.data.data`
  if (call.name !== 'safeTransferFrom' && call.name !== 'safeBatchTransferFrom')
    return block(judgement, 'TX_SELECTOR', path, call.name)
  const { account, to } = judgement.intent
  if (call.from !== account) return block(judgement, 'CALL_TRANSFER_SET', `${path}#from`, call.from, account)
  if (call.to !== to) return block(judgement, 'CALL_TRANSFER_SET', `${path}#to`, call.to, to)
  if (call.data !== '0x') return block(judgement, 'CALL_TRANSFER_SET', `${path}#data`, call.data)
  const contract = entry.data.to
  const kind = call.name === 'safeBatchTransferFrom' ? 'erc1155' : call.kind
  const moves = movedBy(call).map((move) => ({ ...move, kind, contract }))
  const data = encode(call.name, kind, account, to, moves)
  accept(judgement, entry, moves, path, { to: contract, data })
}

/** Judges a transfer of many tokens at once through the helper that the policy lists. */
export function judgeBulkTransfer(judgement: Transfer, entry: TransactionEntry): readonly Need[] {
  const call = readCall(judgement, entry, 0)
  if (call === undefined || !sendsExactly(judgement, entry, 0n)) return []
  const path = `${entry.path}.data.data`
  if (call.name !== 'bulkTransfer') {
    block(judgement, 'TX_SELECTOR', path, call.name)
    return []
  }
  const { to } = judgement.intent
  // The helper moves through a conduit only: key zero would name none.
  const spender = judgement.spenders.get(call.conduitKey)
  if (spender === undefined) block(judgement, 'CALL_CONDUIT', `${path}#conduitKey`, call.conduitKey)
  for (const { recipient } of call.transfers)
    if (recipient !== to) block(judgement, 'CALL_TRANSFER_SET', `${path}#recipient`, recipient, to)
  if (spender === undefined || call.transfers.some(({ recipient }) => recipient !== to)) return []
  const items = call.transfers.flatMap((transfer) => transfer.items)
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
  const data = encodeFunctionData({
    abi: transferHelperAbi,
    functionName: 'bulkTransfer',
    args: [[own], call.conduitKey],
  })
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
    if (index < 0 || amount <= 0n || (kind === 'erc721' && amount !== 1n) || (known ?? kind) !== kind)
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

function movedBy(
  call: Extract<DecodedCall, { name: 'safeTransferFrom' | 'safeBatchTransferFrom' }>,
): readonly Moved[] {
  if (call.name === 'safeTransferFrom') return [{ tokenId: call.tokenId, amount: call.amount }]
  if (call.tokenIds.length !== call.amounts.length) return []
  return call.tokenIds.map((tokenId, index) => ({ tokenId, amount: call.amounts[index] ?? 0n }))
}

function encode(
  name: 'safeTransferFrom' | 'safeBatchTransferFrom',
  kind: 'erc721' | 'erc1155',
  from: Address,
  to: Address,
  moved: readonly Moved[],
): Hex {
  const [first] = moved
  if (name === 'safeBatchTransferFrom')
    return encodeFunctionData({
      abi: erc1155Abi,
      functionName: 'safeBatchTransferFrom',
      args: [from, to, moved.map(({ tokenId }) => tokenId), moved.map(({ amount }) => amount), '0x'],
    })
  const tokenId = first?.tokenId ?? 0n
  return kind === 'erc721'
    ? encodeFunctionData({ abi: erc721Abi, functionName: 'safeTransferFrom', args: [from, to, tokenId] })
    : encodeFunctionData({
        abi: erc1155Abi,
        functionName: 'safeTransferFrom',
        args: [from, to, tokenId, first?.amount ?? 0n, '0x'],
      })
}

/** Every agreed unit is on its way; none is said to have gone without a transaction. */
export function checkTransfer(judgement: Transfer): undefined {
  if (judgement.pending) return
  const done = judgement.entries.find((entry) => entry.complete)
  const path = done === undefined ? 'steps' : `${done.path}.status`
  for (const [index, { quantity }] of judgement.intent.items.entries())
    if (used(judgement, slotOf(index)) !== quantity)
      block(judgement, 'FLOW_FALSE_COMPLETE', path, undefined, slotOf(index))
}
