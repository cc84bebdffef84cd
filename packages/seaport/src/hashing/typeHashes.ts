import type { Hex } from 'viem'

/** Hashes of the type strings of an order and its items, the same in Seaport 1.5 and 1.6. */
export const orderTypeHash: Hex = '0xfa445660b7e21515a59617fcd68910b487aa5808b8abda3d78bc85df364b2c2f'
export const offerItemTypeHash: Hex = '0xa66999307ad1bb4fde44d13a5d710bd7718e0c87c1eef68a571629fbf5b93d02'
export const considerationItemTypeHash: Hex =
  '0x42d81c6929ffdc4eb27a0808e40e82516ad42296c166065de7f812492304ff6e'
