import { bulkTransfer, encodeCall, ItemType, readCall } from '@sluice/seaport'
import { block } from '../context/findings.ts'
import type { TransactionEntry } from '../context/guardContext.ts'
import { readCanonical, sendsExactly } from '../context/readCanonical.ts'
import { type RequiredApproval, requireToken } from '../context/requiredApproval.ts'
import { acceptMoves, type Transfer } from './acceptMoves.ts'

/** Checks a transfer of several tokens in one call to the policy's transfer helper. Returns the approvals it needs. */
export function checkHelperTransfer(context: Transfer, entry: TransactionEntry): readonly RequiredApproval[] {
  const call = readCanonical(context, entry, () => readCall(bulkTransfer, entry.data.data))
  if (call === undefined || !sendsExactly(context, entry, 0n)) return []
  const path = `${entry.path}.data.data`
  const { to } = context.intent
  // The helper moves tokens only through a conduit, so the conduit key must not be zero.
  const spender = context.spenders.get(call.conduitKey)
  if (spender === undefined) block(context, 'CALL_CONDUIT', `${path}#conduitKey`, call.conduitKey)
  for (const { recipient } of call.items)
    if (recipient !== to) block(context, 'CALL_TRANSFER_SET', `${path}#recipient`, recipient, to)
  if (spender === undefined || call.items.some(({ recipient }) => recipient !== to)) return []
  const items = call.items.flatMap((transfer) => transfer.items)
  if (items.some(({ itemType }) => itemType !== ItemType.erc721 && itemType !== ItemType.erc1155)) {
    block(context, 'CALL_TRANSFER_SET', path, 'item type')
    return []
  }
  const moves = items.map(({ itemType, token, identifier, amount }) => ({
    kind: itemType === ItemType.erc721 ? ('erc721' as const) : ('erc1155' as const),
    contract: token,
    tokenId: identifier,
    amount,
  }))
  // ERC-721 tokens would be lost in a contract that cannot handle them, so the helper must call its receive hook.
  const group = { items, recipient: to, validateERC721Receiver: true }
  const data = encodeCall(bulkTransfer, { items: [group], conduitKey: call.conduitKey })
  acceptMoves(context, entry, moves, path, { to: entry.data.to, data })
  return moves.map(({ contract, tokenId }) => requireToken(contract, spender, tokenId))
}
