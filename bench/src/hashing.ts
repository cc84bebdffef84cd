import { Seaport } from '@opensea/seaport-js'
import {
  buildListing,
  bulkTree,
  createOrderHasher,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
} from '@sluice/seaport'
import { JsonRpcProvider } from 'ethers'
import { createKeccak } from 'hash-wasm'
import { hashStruct, zeroAddress } from 'viem'

export type RateRow = { readonly name: string; readonly perSecond: number; readonly ratio: number }

const order = (salt: bigint): OrderComponents =>
  buildListing({
    maker: `0x${'11'.repeat(20)}`,
    token: `0x${'22'.repeat(20)}`,
    tokenId: 7n,
    kind: 'erc721',
    quantity: 1n,
    gross: 10n ** 18n,
    currency: zeroAddress,
    fees: [{ recipient: `0x${'33'.repeat(20)}`, bps: 250 }],
    startTime: 1_700_000_000n,
    endTime: 1_800_000_000n,
    salt,
    conduitKey: `0x${'00'.repeat(32)}`,
    counter: 0n,
  })

/** Calls per second of CPU: the median of five rounds of at least 200 ms. */
function rate(call: (index: number) => unknown): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    let calls = 0
    let used = 0
    while (used < 200_000) {
      for (let index = 0; index < 20; index += 1) call(calls + index)
      calls += 20
      const { user, system } = process.cpuUsage(before)
      used = user + system
    }
    return (calls * 1_000_000) / used
  })
  return rounds.sort((a, b) => a - b)[2] ?? 0
}

/** Order hashes per CPU second; the ratio is against seaport-js in the same run. */
export async function hashing(): Promise<readonly RateRow[]> {
  const orders = Array.from({ length: 64 }, (_, index) => order(BigInt(index + 1)))
  const at = (index: number) => orders[index % orders.length] as OrderComponents
  const plain = orders.map((one) =>
    JSON.parse(JSON.stringify(one, (_, value) => (typeof value === 'bigint' ? value.toString() : value))),
  )
  const peer = new Seaport(new JsonRpcProvider('http://127.0.0.1:1', 1, { staticNetwork: true }) as never)
  const { types } = orderTypedData(seaportDomain(1, '1.6'), at(0))
  const wasm = await createKeccak(256)
  const fast = createOrderHasher((bytes) => wasm.init().update(bytes).digest('binary'))
  const own = createOrderHasher()
  const floor = rate((index) => peer.getOrderHash(plain[index % plain.length]))
  const row = (name: string, perSecond: number): RateRow => ({ name, perSecond, ratio: perSecond / floor })
  return [
    row('seaport-js getOrderHash', floor),
    row(
      'viem hashStruct',
      rate((index) =>
        hashStruct({ data: at(index) as never, types, primaryType: 'OrderComponents' } as never),
      ),
    ),
    row(
      'Sluice, plain JavaScript',
      rate((index) => own.orderHash(at(index))),
    ),
    row(
      'Sluice, wasm keccak',
      rate((index) => fast.orderHash(at(index))),
    ),
  ]
}

/** Milliseconds of CPU to hash `count` orders, build their tree and every proof. */
export async function bulk(): Promise<
  readonly { readonly count: number; readonly wasm: number; readonly plain: number }[]
> {
  const wasm = await createKeccak(256)
  const keccak = (bytes: Uint8Array) => wasm.init().update(bytes).digest('binary')
  const time = (count: number, hash?: (bytes: Uint8Array) => Uint8Array): number => {
    const orders = Array.from({ length: count }, (_, index) => order(BigInt(index + 1)))
    const rounds = Array.from({ length: 5 }, () => {
      const before = process.cpuUsage()
      const tree = hash === undefined ? bulkTree(orders) : bulkTree(orders, hash)
      for (let index = 0; index < count; index += 1) tree.proof(index)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    })
    return rounds.sort((a, b) => a - b)[2] ?? 0
  }
  time(64, keccak)
  time(64)
  return [1, 24, 256, 1000].map((count) => ({ count, wasm: time(count, keccak), plain: time(count) }))
}
