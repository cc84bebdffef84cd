import type { Address, Hex } from 'viem'
import type { SeaportVersion } from './types.ts'

/** As a currency, the native coin. As an account, none. */
export const zeroAddress: Address = '0x0000000000000000000000000000000000000000'
/** No conduit (Seaport itself moves the tokens), or no zone data. */
export const zeroHash: Hex = '0x0000000000000000000000000000000000000000000000000000000000000000'

/**
 * Canonical deployments. The addresses are the same on every chain whose CREATE2 works like Ethereum's (not zkSync
 * Era).
 */
export const seaportAddress: Readonly<Record<SeaportVersion, Address>> = {
  '1.5': '0x00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '1.6': '0x0000000000000068f116a894984e2db1123eb395',
}

/**
 * Seaports of earlier versions, which may still be open channels of older conduits. Source: the
 * deployment tables of https://github.com/ProjectOpenSea/seaport at its releases 1.0 to 1.4.
 */
export const earlierSeaports: readonly Address[] = [
  '0x00000000006cee72100d161c57ada5bb2be1ca79', // 1.0
  '0x00000000006c3852cbef3e08e8df289169ede581', // 1.1
  '0x00000000000006c7676171937c444f6bde3d6282', // 1.2
  '0x0000000000000ad24e80fd803c6ac37206a45f15', // 1.3
  '0x00000000000001ad428e4906ae43d8f9852d0dd6', // 1.4
]

export const conduitControllerAddress: Address = '0x00000000f9490004c11cef243f5400493c00ad63'

/** OpenSea's conduit: the spender that most listings and bids name. */
export const openseaConduitKey: Hex = '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000'
export const openseaConduit: Address = '0x1e0049783f008a0085193e00003d00cd54003c71'

/** OpenSea's second conduit (Abstract, HyperEVM, Monad). */
export const openseaConduit2Key: Hex = '0x61159fefdfada89302ed55f8b9e89e2d67d8258712b3a3f89aa88525877f1d5e'
export const openseaConduit2: Address = '0x963f00d3ff000064ffcba824b800c0000000c300'

/** Reservoir's conduit, which also exists on chains without OpenSea's. */
export const reservoirConduitKey: Hex = '0xf3d63166f0ca56c3c1a3508fce03ff0cf3fb691e000000000000000000000000'
export const reservoirConduit: Address = '0xfbf166299d3c012de9efec0240d12756c1f4c0fc'

/** OpenSea's TransferHelper: moves many tokens through a conduit in one call. */
export const transferHelperAddress: Address = '0x0000000000c2d145a2526bd8c716263bfebe1a72'

/** OpenSea's SeaDrop 1.0: sells new tokens of collections that let it mint. */
export const seaDropAddress: Address = '0x00005ea00ac477b1030ce78506496e8c2de24bf5'

/** OpenSea's signed zone, version 2: orders restricted to it need a co-signature at fill time. */
export const openseaSignedZone: Address = '0x000056f7000000ece9003ca63978907a00ffd100'
