import type { Address, Hex } from 'viem'
import { acceptCall } from '../context/acceptCall.ts'
import { readState } from '../context/chainReads.ts'
import { settleIfDone, unitsOf, used } from '../context/claims.ts'
import { isMoney } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { noEffects } from '../model/effects.ts'
import type { TransferIntent } from '../model/intent.ts'
import { itemSlot } from '../model/slots.ts'
import type { Claim } from '../model/verdict.ts'

export type Transfer = GuardContext<TransferIntent>

/** A token that a call transfers, with its amount. */
export type TokenMove = {
  readonly kind: 'erc721' | 'erc1155'
  readonly contract: Address
  readonly tokenId: bigint
  readonly amount: bigint
}

/** Binds each transferred token to an agreed item, and accepts the rebuilt call. */
export function acceptMoves(
  context: Transfer,
  entry: TransactionEntry,
  moves: readonly TokenMove[],
  path: string,
  call: { readonly to: Address; readonly data: Hex },
): undefined {
  const { items, to } = context.intent
  const claims: Claim[] = []
  for (const { kind, contract, tokenId, amount } of moves) {
    const index = items.findIndex((item) => item.contract === contract && item.tokenId === tokenId)
    const known = readState(context, context.chainState.kinds, contract)
    if (
      index < 0 ||
      isMoney(context, contract) ||
      amount <= 0n ||
      (kind === 'erc721' && amount !== 1n) ||
      (known ?? kind) !== kind
    )
      return block(context, 'CALL_TRANSFER_SET', path, `${contract}:${tokenId}:${amount}`)
    claims.push({ slot: itemSlot(index), units: amount })
  }
  if (moves.length === 0) return block(context, 'CALL_TRANSFER_SET', path, 'nothing')
  if (settleIfDone(context, entry, claims)) return
  for (const [index, item] of items.entries()) {
    const moved = unitsOf(claims, itemSlot(index))
    if (moved > item.quantity) return block(context, 'CALL_TRANSFER_SET', path, moved, item.quantity)
    if (used(context, itemSlot(index)) + moved > item.quantity)
      return block(context, 'FLOW_BUDGET', entry.path)
  }
  acceptCall(context, entry, {
    ...call,
    value: 0n,
    purpose: 'transfer',
    effects: { ...noEffects, give: moves.map((move) => ({ ...move, counterparty: to })) },
    claims,
  })
}
