import { createRequire } from 'node:module'
import { Seaport } from '@opensea/seaport-js'
import { createOrderVerifier } from '@sluice/provider'
import { createOrderHasher, keccak, orderTypedData, seaportDomain, wasmKeccak } from '@sluice/seaport'
import { JsonRpcProvider, TypedDataEncoder, verifyTypedData } from 'ethers'
import { hashStruct, hexToBytes, recoverTypedDataAddress, stringify, zeroHash } from 'viem'
import { cpuRates, type Turn } from '../report/cpu.ts'
import type { Table } from '../report/figures.ts'
import { makers, signedOrders } from '../server/signedOrders.ts'

type Native = {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

const domain = seaportDomain(31337, '1.6')
const many = 64

/** Repeats a call for each of the orders; the rate is per order. */
const over =
  (call: (index: number) => unknown): Turn =>
  () => {
    for (let index = 0; index < many; index += 1) call(index)
    return many
  }

/** Order hashes and signature checks, compared with other libraries. */
export async function hashes(): Promise<readonly Table[]> {
  const orders = signedOrders(makers(8), many, {
    domain,
    token: `0x${'22'.repeat(20)}`,
    conduitKey: zeroHash,
  })
  const at = (index: number) => {
    const order = orders[index]
    if (order === undefined) throw new Error('There is no such order.')
    return order
  }
  const { EIP712Domain: _domain, ...types } = orderTypedData(domain, at(0).components).types as Record<
    string,
    { name: string; type: string }[]
  >
  const wasm = wasmKeccak()
  if (wasm === undefined) throw new Error('There is no WebAssembly here.')
  const provider = new JsonRpcProvider('http://127.0.0.1:1', 1, { staticNetwork: true })
  const peer = new Seaport(provider as never)
  const texts = orders.map(({ components }) => JSON.parse(stringify(components)))
  const [fast, plain] = [createOrderHasher(wasm), createOrderHasher(keccak)]
  // The hash of this order takes at least eleven permutations.
  const block = new Uint8Array(64)
  const rates = await cpuRates({
    wasm: over((index) => fast.orderHashBytes(at(index).components)),
    plain: over((index) => plain.orderHashBytes(at(index).components)),
    seaportJs: over((index) => peer.getOrderHash(texts[index])),
    viem: over((index) =>
      hashStruct({ data: at(index).components as never, types, primaryType: 'OrderComponents' } as never),
    ),
    ethers: over((index) => TypedDataEncoder.hashStruct('OrderComponents', types, texts[index])),
    permutations: () => {
      for (let round = 0; round < many * 11; round += 1) wasm(block)
      return many
    },
  })
  const hashed: Table = {
    id: 'order-hashes',
    title: 'Order hashes',
    note: 'The struct hash of an order with one token and three payments. The floor is the eleven permutations of Keccak that it is made of, by the same WebAssembly.',
    unit: 'per second of CPU',
    better: 'more',
    rows: [
      {
        what: 'order hash, WebAssembly',
        ours: rates.wasm,
        peers: [
          { name: 'seaport-js 4.3.0 getOrderHash', figure: rates.seaportJs },
          { name: 'viem hashStruct', figure: rates.viem },
          { name: 'ethers TypedDataEncoder', figure: rates.ethers },
        ],
        floor: { name: 'its permutations', figure: rates.permutations },
      },
      { what: 'order hash, JavaScript alone', ours: rates.plain },
    ],
  }
  provider.destroy()

  const native = createRequire(import.meta.resolve('@sluice/provider'))('secp256k1/bindings') as Native
  const [nativeChecks, wasmChecks] = [await createOrderVerifier('native'), await createOrderVerifier('wasm')]
  const digest = wasm(block)
  const parts = orders.map(({ signature }) => {
    const bytes = hexToBytes(signature)
    return { signature: bytes.slice(0, 64), parity: ((bytes[64] ?? 27) + 1) % 2 }
  })
  const by = (verifier: typeof nativeChecks) =>
    over((index) => {
      const { components, signature } = at(index)
      if (verifier.signerOf(domain, verifier.orderHash(components), signature) !== components.offerer)
        throw new Error('The maker did not sign.')
    })
  const few = orders.slice(0, 16)
  const checks = await cpuRates({
    native: by(nativeChecks),
    wasm: by(wasmChecks),
    viem: async () => {
      for (const { components, signature } of few) {
        const data = orderTypedData(domain, components) as never as object
        await recoverTypedDataAddress({ ...data, signature } as Parameters<typeof recoverTypedDataAddress>[0])
      }
      return few.length
    },
    ethers: () => {
      for (const [index, { signature }] of few.entries())
        verifyTypedData({ ...domain } as never, types, texts[index], signature)
      return few.length
    },
    floor: over((index) => {
      const { signature, parity } = parts[index] ?? { signature: block, parity: 0 }
      native.ecdsaRecover(signature, parity, digest, false)
    }),
  })
  return [
    hashed,
    {
      id: 'signature-checks',
      title: 'Signed orders checked',
      note: 'From an order and its signature to the address that signed it: struct hash, digest, recovery. The floor is native libsecp256k1 recovering a key from a digest that is there.',
      unit: 'per second of CPU',
      better: 'more',
      rows: [
        {
          what: 'signature check, as the provider runs it',
          ours: checks.native,
          peers: [
            { name: 'viem recoverTypedDataAddress', figure: checks.viem },
            { name: 'ethers verifyTypedData', figure: checks.ethers },
          ],
          floor: { name: 'native libsecp256k1', figure: checks.floor },
        },
        { what: 'signature check, libsecp256k1 in WebAssembly', ours: checks.wasm },
      ],
    },
  ]
}
