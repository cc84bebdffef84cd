import type { ConduitState } from '@sluice/guards/internal'
import { conduitControllerAddress } from '@sluice/seaport/addresses'
import type { Address } from 'viem'
import type { Chain, Conduit } from '../chains/chain.ts'
import type { ChainReader } from './chainReader.ts'
import { callData, readWords, selectors } from './reads.ts'

/**
 * Whether a conduit is there, and who may move tokens through it, as the ConduitController says: plain reads, which
 * are sent with the others of a check. Where the chain's controller is not known, only the code is looked for, and
 * the channels stay unread.
 * @throws {TradeError} when no node answered.
 */
export async function readConduit(
  reader: ChainReader,
  chain: Chain,
  { key, address }: Conduit,
): Promise<ConduitState | undefined> {
  const controller = chain.conduitController ?? conduitControllerAddress
  const [made, listed] = await Promise.all([
    readWords(reader, controller, callData(selectors.getConduit, key)),
    readWords(reader, controller, callData(selectors.getChannels, address)),
  ])
  // The code at the address of the key is not a conduit's, or there is none.
  if (made?.length === 2 && made[0] === BigInt(address) && made[1] === 0n) return { exists: false }
  const channels = readAddresses(listed)
  if (channels !== undefined) return { exists: true, channels }
  const code = await reader.call('eth_getCode', [address, 'latest'])
  return typeof code === 'string' && /^0x/.test(code) ? { exists: code !== '0x' } : undefined
}

/** `address[]` as a view function answers it. */
function readAddresses(words: readonly bigint[] | undefined): readonly Address[] | undefined {
  const [offset, count, ...entries] = words ?? []
  if (offset !== 32n || count !== BigInt(entries.length)) return undefined
  return entries.map((word): Address => `0x${word.toString(16).padStart(40, '0')}`)
}
