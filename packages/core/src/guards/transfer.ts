import { type DecodedCall, erc721Abi, erc1155Abi } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex } from 'viem'
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

type Transfer = Judgement<TransferIntent>
type Moved = { readonly tokenId: bigint; readonly amount: bigint }

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
  const known = fact(judgement, judgement.facts.kinds, contract)
  if (known !== undefined && known !== kind)
    return block(judgement, 'CALL_TRANSFER_SET', `${entry.path}.data.to`, kind, known)
  const moved = movedBy(call)
  const claims = moved.flatMap(({ tokenId, amount }) => {
    const index = judgement.intent.items.findIndex(
      (item) => item.contract === contract && item.tokenId === tokenId,
    )
    return index < 0 || amount <= 0n ? [] : [{ slot: slotOf(index), units: amount }]
  })
  if (moved.length === 0 || claims.length !== moved.length)
    return block(
      judgement,
      'CALL_TRANSFER_SET',
      path,
      moved.map(({ tokenId }) => `${contract}:${tokenId}`).join(' '),
    )
  if (settleIfDone(judgement, entry, claims)) return
  for (const [index, item] of judgement.intent.items.entries()) {
    const more = claims.reduce((sum, { slot, units }) => (slot === slotOf(index) ? sum + units : sum), 0n)
    if (used(judgement, slotOf(index)) + more > item.quantity)
      return block(judgement, 'FLOW_BUDGET', entry.path)
  }
  acceptCall(judgement, entry, {
    to: contract,
    data: encode(call.name, kind, account, to, moved),
    value: 0n,
    purpose: 'transfer',
    effects: {
      ...noEffects,
      give: moved.map(({ tokenId, amount }) => ({ kind, contract, tokenId, amount, counterparty: to })),
    },
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
