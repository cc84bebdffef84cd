import { seaDropAddress } from '@sluice/seaport'
import {
  type Account,
  type Address,
  type Chain,
  type Hex,
  parseAbi,
  parseEther,
  type Transport,
  type WalletClient,
} from 'viem'

/** Maximum supply of the local drop. */
export const dropSupply = 60n

/** Terms of the local drop: the price of a token in wei, and the maximum number of tokens per wallet. */
export const localDrop = { price: parseEther('0.05'), maxPerWallet: 5 } as const

/** The recipient of the drop's marketplace fee. The artist gets the rest of the price. */
export const feeRecipient: Address = '0x000000000000000000000000000000000000d409'

/** Functions that the owner of a SeaDrop collection calls. */
const dropTokenAbi = parseAbi([
  'struct PublicDrop { uint80 mintPrice; uint48 startTime; uint48 endTime; uint16 maxTotalMintableByWallet; uint16 feeBps; bool restrictFeeRecipients; }',
  'function updatePublicDrop(address seaDrop, PublicDrop drop)',
  'function updateCreatorPayoutAddress(address seaDrop, address payout)',
  'function updateAllowedFeeRecipient(address seaDrop, address feeRecipient, bool allowed)',
])

/** Opens the public drop of a collection: its owner sets the terms, the payout address and the fee recipient. */
export async function openDrop(
  owner: WalletClient<Transport, Chain, Account>,
  mined: (hash: Hex) => Promise<{ readonly status: 'success' | 'reverted' }>,
  collection: Address,
  artist: Address,
): Promise<void> {
  const call = { address: collection, abi: dropTokenAbi } as const
  const drop = {
    mintPrice: localDrop.price,
    startTime: 0,
    // The year 2100: the cached state of a local chain may be used for a long time.
    endTime: 4_102_444_800,
    maxTotalMintableByWallet: localDrop.maxPerWallet,
    feeBps: 500,
    restrictFeeRecipients: true,
  }
  const sent = [
    await owner.writeContract({
      ...call,
      functionName: 'updateCreatorPayoutAddress',
      args: [seaDropAddress, artist],
    }),
    await owner.writeContract({
      ...call,
      functionName: 'updateAllowedFeeRecipient',
      args: [seaDropAddress, feeRecipient, true],
    }),
    await owner.writeContract({ ...call, functionName: 'updatePublicDrop', args: [seaDropAddress, drop] }),
  ]
  for (const hash of sent)
    if ((await mined(hash)).status !== 'success') throw new Error('Failed to open the local drop.')
}
