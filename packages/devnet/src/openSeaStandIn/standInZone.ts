import { lowerHex } from '@sluice/seaport'
import {
  type Address,
  concatHex,
  createWalletClient,
  encodeDeployData,
  type Hex,
  hashTypedData,
  numberToHex,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress, sign } from 'viem/accounts'
import { nodeTransport } from '../chain/nodeTransport.ts'
import { localAccount, localRoles } from '../contracts/accounts.ts'
import { compileContracts } from '../contracts/compile.ts'
import { receiptOf } from '../contracts/receiptOf.ts'
import { writerOf } from '../contracts/writer.ts'
import type { LocalChain } from '../stack/localChain.ts'

/** The stand-in's signed zone (SIP-7) on the local chain. */
export type StandInZone = {
  readonly address: Address
  /**
   * Signs the extra data with which `fulfiller` can fill an order.
   *
   * @param expiration Unix seconds.
   */
  extraData(id: Hex, fulfiller: Address, expiration: bigint): Promise<Hex>
}

/** Deploys the zone with a new signing key. */
export async function deployStandInZone(chain: LocalChain): Promise<StandInZone> {
  const key = generatePrivateKey()
  const { cancelZone } = await compileContracts(() => undefined)
  const writer = writerOf(chain, localAccount(localRoles.standIn).privateKey)
  const wallet = createWalletClient({ account: writer.account, transport: nodeTransport(chain.rpcUrl) })
  const signer = privateKeyToAddress(key)
  const hash = await wallet.sendTransaction({
    chain: null,
    data: encodeDeployData({
      abi: cancelZone.abi,
      bytecode: cancelZone.bytecode,
      args: [signer, signer, chain.contracts.conduit],
    }),
  })
  const { contractAddress } = await receiptOf(writer.reads, hash)
  if (contractAddress == null) throw new Error('Failed to deploy the zone of the stand-in.')
  const address = lowerHex(contractAddress)
  return {
    address,
    extraData: async (orderHash, fulfiller, expiration) => {
      const digest = hashTypedData({
        domain: { name: 'SignedZone', version: '1.0.0', chainId: chain.id, verifyingContract: address },
        types: {
          SignedOrder: [
            { name: 'fulfiller', type: 'address' },
            { name: 'expiration', type: 'uint64' },
            { name: 'orderHash', type: 'bytes32' },
            { name: 'context', type: 'bytes' },
          ],
        },
        primaryType: 'SignedOrder',
        message: { fulfiller, expiration, orderHash, context: '0x' },
      })
      const compact = signatureToCompactSignature(await sign({ hash: digest, privateKey: key }))
      return concatHex([
        '0x00',
        fulfiller,
        numberToHex(expiration, { size: 8 }),
        serializeCompactSignature(compact),
      ])
    },
  }
}
