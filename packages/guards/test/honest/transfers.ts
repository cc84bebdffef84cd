import { transferHelperAddress } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import type { TransferIntent } from '../../src/model/intent.ts'
import { conduitKey, editions, factsOf, nft, policy, receiver, user } from '../support/actors.ts'
import { approveOperator, erc721, helper, incomplete, step, transaction } from '../support/answer.ts'
import type { Fixture } from './fixture.ts'

export const transferIntent = (...items: TransferIntent['items'][number][]): TransferIntent => ({
  chainId: 1,
  account: user,
  action: 'transfer',
  to: receiver,
  items,
})
const one = { contract: nft, tokenId: 1n, quantity: 1n }
export const XFER = (): Fixture => ({
  name: 'XFER',
  intent: transferIntent(one),
  facts: factsOf(),
  policy,
  response: {
    steps: [
      step('nft-approval', 'transaction', []),
      step('transfer', 'transaction', [
        incomplete(
          transaction(
            nft,
            encodeFunctionData({ abi: erc721, functionName: 'safeTransferFrom', args: [user, receiver, 1n] }),
          ),
        ),
      ]),
    ],
  },
})
export const bulkItems = [
  { itemType: 2, token: nft, identifier: 1n, amount: 1n },
  { itemType: 2, token: nft, identifier: 2n, amount: 1n },
  { itemType: 3, token: editions, identifier: 7n, amount: 5n },
]
export const bulkTransfer = (
  groups: { items: typeof bulkItems; recipient: Address; validateERC721Receiver: boolean }[],
  key: Hex = conduitKey,
) =>
  incomplete(
    transaction(
      transferHelperAddress,
      encodeFunctionData({ abi: helper, functionName: 'bulkTransfer', args: [groups, key] }),
    ),
  )
export const XFER_B = (): Fixture => ({
  name: 'XFER_B',
  intent: transferIntent(
    one,
    { contract: nft, tokenId: 2n, quantity: 1n },
    { contract: editions, tokenId: 7n, quantity: 5n },
  ),
  facts: factsOf(),
  policy,
  response: {
    steps: [
      step('nft-approval', 'transaction', [approveOperator(nft), approveOperator(editions)]),
      step('transfer', 'transaction', [
        bulkTransfer([{ items: bulkItems, recipient: receiver, validateERC721Receiver: true }]),
      ]),
    ],
  },
})
