import { Seaport } from '@opensea/seaport-js'
import {
  buildListing,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  createOrderHasher,
  keccak as javaScriptKeccak,
  type Keccak256,
  type OrderComponents,
  orderTypedData,
  seaportDomain,
  wasmKeccak,
} from '@sluice/seaport'
import { AbstractSigner, JsonRpcProvider, type TypedDataDomain } from 'ethers'
import { concatHex, type Hex, hashStruct, keccak256, zeroAddress } from 'viem'
import { cpuFigure, cpuOf } from '../report/cpu.ts'
import { figureOf, type Rival, type Row, type Table } from '../report/figures.ts'

const maker: Hex = `0x${'11'.repeat(20)}`
const nft: Hex = `0x${'22'.repeat(20)}`
const artist: Hex = `0x${'33'.repeat(20)}`
const signed: Hex = `0x${'44'.repeat(64)}1b`
const startTime = 1_700_000_000n
const endTime = 1_800_000_000n
const domain = seaportDomain(1, '1.6')

const listing = (index: number): OrderComponents =>
  buildListing({
    maker,
    token: nft,
    tokenId: BigInt(index),
    kind: 'erc721',
    quantity: 1n,
    gross: 10n ** 18n,
    currency: zeroAddress,
    fees: [{ recipient: artist, bps: 250 }],
    startTime,
    endTime,
    salt: BigInt(index + 1),
    conduitKey: `0x${'00'.repeat(32)}`,
    counter: 0n,
  })

const asJson = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? one.toString() : one))

/** From the orders to what is posted for each: the tree, the typed data to sign, and every proof. */
function ours(orders: readonly OrderComponents[], keccak: Keccak256): number {
  const tree = bulkTree(orders, keccak)
  const asked = asJson(bulkTypedData(domain, orders))
  const posted = orders.map((_, index) => bulkSignature(signed, index, tree.proof(index)))
  return asked.length + posted.length
}

/** Only the leaves and the root, with viem; no proofs and no typed data. */
function viem(orders: readonly OrderComponents[]): Hex {
  const [first] = orders
  if (first === undefined) throw new Error('There is no order.')
  const { types } = orderTypedData(domain, first)
  let level = orders.map((order) =>
    hashStruct({ data: order as never, types, primaryType: 'OrderComponents' } as never),
  )
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) =>
      keccak256(concatHex([level[at * 2] ?? '0x', level[at * 2 + 1] ?? level[at * 2] ?? '0x'])),
    )
  return level[0] ?? '0x'
}

/** A node that knows only its chain id: every call returns zero. */
class EmptyNode extends JsonRpcProvider {
  override async send(method: string): Promise<unknown> {
    return method === 'eth_chainId' ? '0x1' : `0x${'0'.repeat(64)}`
  }
}

/** A wallet that signs at once, as the peer expects it. */
class InstantSigner extends AbstractSigner {
  override connect(): InstantSigner {
    return this
  }
  override async getAddress(): Promise<string> {
    return maker
  }
  override async signTransaction(): Promise<string> {
    return '0x'
  }
  override async signMessage(): Promise<string> {
    return signed
  }
  override async signTypedData(_domain: TypedDataDomain): Promise<string> {
    return signed
  }
}

/** The same listings by the peer: it builds, hashes, asks its wallet, and adds each proof. */
async function seaportJs(count: number): Promise<number> {
  const provider = new EmptyNode('http://127.0.0.1:1', 1, { staticNetwork: true })
  const seaport = new Seaport(new InstantSigner(provider) as never, {
    balanceAndApprovalChecksOnOrderCreation: false,
  })
  const inputs = Array.from({ length: count }, (_, index) => ({
    offer: [{ itemType: 2 as const, token: nft, identifier: String(index) }],
    consideration: [
      { amount: (975n * 10n ** 15n).toString(), recipient: maker },
      { amount: (25n * 10n ** 15n).toString(), recipient: artist },
    ],
    startTime: startTime.toString(),
    endTime: endTime.toString(),
    salt: String(index + 1),
    counter: '0',
  }))
  try {
    const { executeAllActions } = await seaport.createBulkOrders(inputs as never, maker)
    return (await executeAllActions()).length
  } finally {
    provider.destroy()
  }
}

/** Bulk listings; the peer's time grows with the square of their number. */
export async function bulk(): Promise<readonly Table[]> {
  const wasm = wasmKeccak()
  if (wasm === undefined) throw new Error('There is no WebAssembly here.')
  const rows: Row[] = []
  for (const count of [1, 24, 256, 1_000]) {
    const orders = Array.from({ length: count }, (_, index) => listing(index))
    const mine = await cpuFigure(15, () => ours(orders, wasm))
    const plain = await cpuFigure(9, () => ours(orders, javaScriptKeccak))
    const hasher = createOrderHasher(wasm)
    const peers: Rival[] = [{ name: 'viem, leaves and root', figure: await cpuFigure(5, () => viem(orders)) }]
    if (count < 256)
      peers.unshift({ name: 'seaport-js 4.3.0', figure: await cpuFigure(3, () => seaportJs(count)) })
    if (count === 256)
      peers.unshift({
        name: 'seaport-js 4.3.0, once',
        figure: figureOf([await cpuOf(() => seaportJs(count))]),
      })
    const what = `${count.toLocaleString('en')} ${count === 1 ? 'listing' : 'listings'}`
    rows.push({
      what,
      ours: mine,
      peers,
      floor: {
        name: 'order hashes alone',
        figure: await cpuFigure(9, () => {
          for (const order of orders) hasher.orderHashBytes(order)
        }),
      },
    })
    rows.push({ what: `${what}, without WebAssembly`, ours: plain })
  }
  return [
    {
      id: 'bulk',
      title: 'Bulk listing with one signature',
      note: 'From the orders to what is posted of each: hashes, tree, the JSON that the wallet is asked to sign, and every proof. seaport-js hashes every leaf again for every proof; its 1,000 was not run (by the square, some minutes). viem does leaves and root alone.',
      unit: 'ms of CPU',
      better: 'less',
      rows,
    },
  ]
}
