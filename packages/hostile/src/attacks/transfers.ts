import { transferHelperAddress } from '@sluice/seaport'
import { toHex, zeroAddress } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { encode, erc721, erc1155, first, inData, inPlan, partsFor } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const eth = 10n ** 18n

/** Transfers of other tokens, or to another account. */
export function transferAttacks(context: AttackContext): readonly PlanAttack[] {
  const { editions, nft, account, attacker, attackerKey, receiver, otherNft, weth } = context
  const parts = partsFor(context)
  const bulkItems = [
    { itemType: 2, token: nft, identifier: 1n, amount: 1n },
    { itemType: 2, token: nft, identifier: 2n, amount: 1n },
    { itemType: 3, token: editions, identifier: 7n, amount: 5n },
  ]
  return rows('XFER', inData, [
    [
      'T-01 to the attacker',
      { data: encode(erc721, 'safeTransferFrom', [account, attacker, 1n]) },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-02 another token',
      { data: encode(erc721, 'safeTransferFrom', [account, receiver, 2n]) },
      'CALL_TRANSFER_SET',
    ],
    ['T-03 another collection', { to: otherNft }, 'TX_TO'],
    [
      'T-04 one of many to the attacker',
      {
        data: parts.bulkTransfer([
          { items: bulkItems.slice(1), recipient: receiver, validateERC721Receiver: true },
          { items: bulkItems.slice(0, 1), recipient: attacker, validateERC721Receiver: true },
        ]),
      },
      'CALL_TRANSFER_SET',
      'XFER_B',
    ],
    [
      'T-05 one more token',
      {
        data: parts.bulkTransfer([
          {
            items: [...bulkItems, { itemType: 2, token: otherNft, identifier: 1n, amount: 1n }],
            recipient: receiver,
            validateERC721Receiver: true,
          },
        ]),
      },
      'CALL_TRANSFER_SET',
      'XFER_B',
    ],
    [
      'T-07 the attacker’s conduit',
      {
        data: parts.bulkTransfer(
          [{ items: bulkItems, recipient: receiver, validateERC721Receiver: true }],
          attackerKey,
        ),
      },
      'CALL_CONDUIT',
      'XFER_B',
    ],
    [
      'T-08 the helper where the policy has none',
      { to: transferHelperAddress },
      'TX_TO',
      'XFER_B without its helper',
    ],
    [
      'T-10 an unsafe transfer',
      { data: encode(erc721, 'transferFrom', [account, receiver, 1n]) },
      'TX_SELECTOR',
    ],
    ['T-11 wei with a transfer', { value: toHex(eth) }, 'TX_VALUE'],
    [
      'T-06 to the zero address',
      { data: encode(erc721, 'safeTransferFrom', [account, zeroAddress, 1n]) },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-06 from somebody else',
      { data: encode(erc721, 'safeTransferFrom', [attacker, receiver, 1n]) },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-09 data for a hook of the receiver',
      { data: encode(erc1155, 'safeTransferFrom', [account, receiver, 1n, 1n, '0xdeadbeef']) },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-09 more units',
      { data: encode(erc1155, 'safeTransferFrom', [account, receiver, 1n, 2n, '0x']) },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-12 one token twice in a batch',
      {
        data: encode(erc1155, 'safeBatchTransferFrom', [account, receiver, [1n, 1n], [1n, 1n], '0x']),
      },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-12 an empty batch',
      { data: encode(erc1155, 'safeBatchTransferFrom', [account, receiver, [], [], '0x']) },
      'CALL_TRANSFER_SET',
    ],
    [
      'T-13 an approval in place of the transfer',
      { data: encode(erc721, 'setApprovalForAll', [attacker, true]) },
      'APR_SPENDER',
    ],
    [
      'T-13 currency through the helper',
      {
        data: parts.bulkTransfer([
          {
            items: [...bulkItems, { itemType: 1, token: weth, identifier: 0n, amount: eth }],
            recipient: receiver,
            validateERC721Receiver: true,
          },
        ]),
      },
      'CALL_TRANSFER_SET',
      'XFER_B',
    ],
    [
      'T-13 whole collections approved for a transfer that is not shown yet',
      inPlan({ 'steps.-1.items': [{ status: 'incomplete' }] }),
      'APR_OPERATOR',
      'XFER_B',
    ],
    [
      'T-14 a transfer marked as complete',
      inPlan({ 'steps.-1.items': [{ status: 'complete' }] }),
      'FLOW_FALSE_COMPLETE',
    ],
    ['T-14 the transfer twice', inPlan({ 'steps.-1.items.+': first }), 'FLOW_BUDGET'],
  ])
}
