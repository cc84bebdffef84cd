import { createRequire } from 'node:module'
import { Seaport } from '@opensea/seaport-js'
import { createOrderVerifier } from '@sluice/provider'
import { createOrderHasher, keccak, orderTypedData, seaportDomain, wasmKeccak } from '@sluice/seaport'
import { JsonRpcProvider, TypedDataEncoder, verifyTypedData } from 'ethers'
import { hashStruct, hexToBytes, recoverTypedDataAddress, zeroHash } from 'viem'
import { cpuRate } from './cpu.ts'
import type { Table } from './figures.ts'
import { makers, signedOrders } from './signedOrders.ts'

type Native = {
  ecdsaRecover(signature: Uint8Array, recovery: number, digest: Uint8Array, compressed: boolean): Uint8Array
}

const domain = seaportDomain(31337, '1.6')
const many = 64

/** One call for each of the orders, over and over; the rate is per order. */
const over = (call: (index: number) => unknown) =>
  cpuRate(() => {
    for (let index = 0; index < many; index += 1) call(index)
    return many
  })

/** Order hashes and checks of signatures, beside those whom the field uses. */
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
  const texts = orders.map(({ components }) =>
    JSON.parse(JSON.stringify(components, (_key, one) => (typeof one === 'bigint' ? one.toString() : one))),
  )
  const [fast, plain] = [createOrderHasher(wasm), createOrderHasher(keccak)]
  // Eleven permutations are the least that this order's hash is made of.
  const block = new Uint8Array(64)
  const permutations = await cpuRate(() => {
    for (let round = 0; round < many * 11; round += 1) wasm(block)
    return many
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
        ours: await over((index) => fast.orderHashBytes(at(index).components)),
        peers: [
          {
            name: 'seaport-js 4.3.0 getOrderHash',
            figure: await over((index) => peer.getOrderHash(texts[index])),
          },
          {
            name: 'viem hashStruct',
            figure: await over((index) =>
              hashStruct({
                data: at(index).components as never,
                types,
                primaryType: 'OrderComponents',
              } as never),
            ),
          },
          {
            name: 'ethers TypedDataEncoder',
            figure: await over((index) =>
              TypedDataEncoder.hashStruct('OrderComponents', types, texts[index]),
            ),
          },
        ],
        floor: { name: 'its permutations', figure: permutations },
      },
      {
        what: 'order hash, JavaScript alone',
        ours: await over((index) => plain.orderHashBytes(at(index).components)),
      },
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
          ours: await by(nativeChecks),
          peers: [
            {
              name: 'viem recoverTypedDataAddress',
              figure: await cpuRate(async () => {
                for (const { components, signature } of orders.slice(0, 16))
                  await recoverTypedDataAddress({
                    ...(orderTypedData(domain, components) as never as object as Parameters<
                      typeof recoverTypedDataAddress
                    >[0]),
                    signature,
                  })
                return 16
              }),
            },
            {
              name: 'ethers verifyTypedData',
              figure: await cpuRate(() => {
                for (const [index, { signature }] of orders.slice(0, 16).entries())
                  verifyTypedData({ ...domain } as never, types, texts[index], signature)
                return 16
              }),
            },
          ],
          floor: {
            name: 'native libsecp256k1',
            figure: await over((index) => {
              const { signature, parity } = parts[index] ?? { signature: block, parity: 0 }
              native.ecdsaRecover(signature, parity, digest, false)
            }),
          },
        },
        { what: 'signature check, libsecp256k1 in WebAssembly', ours: await by(wasmChecks) },
      ],
    },
  ]
}
