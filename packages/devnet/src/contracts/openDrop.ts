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

/** Tokens that the local drop has in all. */
export const dropSupply = 60n

/** What a public drop of the local chain asks: the price of one token in wei, and the most that one wallet may mint. */
export const localDrop = { price: parseEther('0.05'), maxPerWallet: 5 } as const

/** The account that receives the fee of the drop's marketplace: a share of the price, of which the rest is the artist's. */
export const feeRecipient: Address = '0x000000000000000000000000000000000000d409'

/** What the owner of a SeaDrop collection calls. */
const dropTokenAbi = parseAbi([
  'struct PublicDrop { uint80 mintPrice; uint48 startTime; uint48 endTime; uint16 maxTotalMintableByWallet; uint16 feeBps; bool restrictFeeRecipients; }',
  'function updatePublicDrop(address seaDrop, PublicDrop drop)',
  'function updateCreatorPayoutAddress(address seaDrop, address payout)',
  'function updateAllowedFeeRecipient(address seaDrop, address feeRecipient, bool allowed)',
])

/** Opens the public drop of a collection, as its owner does: terms, who is paid, and who may receive the fee. */
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
    // In the year 2100: the state of a local chain is kept for longer than any phase would last.
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
    if ((await mined(hash)).status !== 'success') throw new Error('The local drop could not be opened.')
}
