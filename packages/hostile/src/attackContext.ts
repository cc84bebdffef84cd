import { openseaConduit, openseaConduitKey, seaportAddress } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** The accounts and contracts of an attack: those of the victim, of the attacker, and those that the lie is about. */
export type AttackContext = {
  readonly chainId: number
  /** The victim's account. */
  readonly account: Address
  readonly attacker: Address
  /** Key of a conduit that the attacker owns. */
  readonly attackerKey: Hex
  /** A contract of the attacker. */
  readonly trap: Address
  /** An honest account: the recipient that the victim names if the action needs one. */
  readonly receiver: Address
  readonly nft: Address
  readonly editions: Address
  /** Another collection of which the victim owns tokens. */
  readonly otherNft: Address
  /** A worthless collection with a famous name. */
  readonly junkNft: Address
  readonly weth: Address
  readonly usdc: Address
  /** A token whose symbol claims to be WETH. */
  readonly fakeWeth: Address
  readonly permit2: Address
  readonly seaport: Address
  readonly conduit: Address
  readonly conduitKey: Hex
}

const actor = (byte: string): Address => `0x${byte.repeat(20)}`

/** Default addresses. A caller who knows real ones can replace them. */
export const defaultContext: AttackContext = {
  chainId: 1,
  account: actor('11'),
  attacker: actor('a1'),
  attackerKey: `0x${'a1'.repeat(20)}${'00'.repeat(12)}`,
  trap: actor('a2'),
  receiver: actor('44'),
  nft: actor('c1'),
  editions: actor('c4'),
  otherNft: actor('c2'),
  junkNft: actor('c3'),
  weth: actor('e1'),
  usdc: actor('e2'),
  fakeWeth: actor('e3'),
  permit2: '0x000000000022d473030f116ddee9f6b43ac78ba3',
  seaport: seaportAddress['1.6'],
  conduit: openseaConduit,
  conduitKey: openseaConduitKey,
}
