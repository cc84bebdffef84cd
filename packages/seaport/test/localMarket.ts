import { type LocalChain, localAccounts, startChain, type Writer, writerOf } from '@sluice/devnet'
import { type Address, type Hex, parseAbi, parseEventLogs, type TransactionReceipt } from 'viem'
import {
  type BidTerms,
  buildBid,
  buildListing,
  type Call,
  decodeCall,
  decodeLog,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type FillOptions,
  type ListingTerms,
  type OrderComponents,
  orderTypedData,
  type SeaportEvent,
  type SignedOrder,
  seaportAbi,
  seaportDomain,
  wrappedNativeAbi,
  zeroAddress,
} from '../src/index.ts'

const mintAbi = parseAbi([
  'function mint(address to, uint256 count)',
  'function mint(address to, uint256 id, uint256 amount)',
])
export const ether = 10n ** 18n

/** Three people and two who only receive, on a chain with the real Seaport. */
export type LocalMarket = Awaited<ReturnType<typeof openMarket>>

export async function openMarket() {
  const chain: LocalChain = await startChain()
  const people = localAccounts().map(({ privateKey }) => writerOf(chain, privateKey))
  const [maker, taker, other] = people as [Writer, Writer, Writer]
  const { contracts } = chain
  const [art, , prints] = contracts.collections.map(({ address }) => address) as [Address, Address, Address]
  const reads = maker.reads
  const domain = seaportDomain(chain.id, '1.6')
  const low = (writer: Writer) => writer.account.address.toLowerCase() as Address
  /** Nobody pays these but a trade, so that what they hold is what they were paid. */
  let fresh = 0n
  const nobody = (): Address => `0x${(0xfee_0000_0000n + fresh++).toString(16).padStart(40, '0')}`
  let salt = 1n
  let printId = 1_000n

  for (const writer of [maker, taker, other]) {
    await writer.write({
      address: contracts.weth,
      abi: wrappedNativeAbi,
      functionName: 'deposit',
      value: 100n * ether,
    })
    for (const collection of [art, prints])
      await writer.write({
        address: collection,
        abi: erc721Abi,
        functionName: 'setApprovalForAll',
        args: [contracts.conduit, true],
      })
  }
  const approveWeth = (writer: Writer, amount: bigint) =>
    writer.write({
      address: contracts.weth,
      abi: erc20Abi,
      functionName: 'approve',
      args: [contracts.conduit, amount],
    })

  const mintArt = async (to: Writer): Promise<bigint> => {
    const receipt = await to.write({ address: art, abi: mintAbi, functionName: 'mint', args: [low(to), 1n] })
    const [transfer] = parseEventLogs({ abi: erc721Abi, logs: receipt.logs, eventName: 'Transfer' })
    return transfer!.args.tokenId
  }
  const mintPrints = async (to: Writer, amount: bigint): Promise<bigint> => {
    printId += 1n
    await to.write({ address: prints, abi: mintAbi, functionName: 'mint', args: [low(to), printId, amount] })
    return printId
  }
  const now = async () => (await reads.getBlock()).timestamp

  const common = async (writer: Writer) => ({
    maker: low(writer),
    startTime: (await now()) - 60n,
    endTime: (await now()) + 86_400n,
    salt: salt++,
    conduitKey: contracts.conduitKey,
    counter: await reads.readContract({
      address: contracts.seaport,
      abi: seaportAbi,
      functionName: 'getCounter',
      args: [low(writer)],
    }),
    fees: [],
    quantity: 1n,
  })
  const sign = async (writer: Writer, components: OrderComponents): Promise<SignedOrder> => ({
    components,
    signature: await writer.account.signTypedData(orderTypedData(domain, components)),
  })
  type Free<TTerms> = Partial<TTerms>
  const list = async (writer: Writer, terms: Free<ListingTerms> & Pick<ListingTerms, 'tokenId' | 'gross'>) =>
    sign(
      writer,
      buildListing({
        ...(await common(writer)),
        token: art,
        kind: 'erc721',
        currency: zeroAddress,
        ...terms,
      }),
    )
  const bid = async (writer: Writer, terms: Free<BidTerms> & Pick<BidTerms, 'target' | 'gross'>) =>
    sign(writer, buildBid({ ...(await common(writer)), currency: contracts.weth, ...terms }))

  const options = async (more: Partial<FillOptions> = {}): Promise<FillOptions> => ({
    seaport: contracts.seaport,
    conduitKey: contracts.conduitKey,
    now: (await now()) - 5n,
    ...more,
  })

  /** Sends a call that our own reader must know, and reads what Seaport said about it. */
  const send = async (writer: Writer, call: Call) => {
    if (decodeCall(call.data).call.name !== call.functionName) throw new Error('Read as another call.')
    const receipt = await writer.send(call)
    return {
      receipt,
      events: eventsOf(receipt),
      at: (await reads.getBlock({ blockHash: receipt.blockHash })).timestamp,
    }
  }
  const eventsOf = (receipt: TransactionReceipt): readonly SeaportEvent[] =>
    receipt.logs
      .filter((log) => log.address.toLowerCase() === contracts.seaport)
      .map((log) => decodeLog({ topics: log.topics as readonly Hex[], data: log.data })!)

  const native = (of: Address) => reads.getBalance({ address: of })
  const weth = (of: Address) =>
    reads.readContract({ address: contracts.weth, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
  const owner = async (tokenId: bigint) =>
    (
      await reads.readContract({ address: art, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
    ).toLowerCase()
  const copies = (of: Address, id: bigint) =>
    reads.readContract({ address: prints, abi: erc1155Abi, functionName: 'balanceOf', args: [of, id] })
  /** What an account paid in native coin for a trade, gas apart. */
  const paid = async (of: Address, trade: () => Promise<{ readonly receipt: TransactionReceipt }>) => {
    const before = await native(of)
    const { receipt } = await trade()
    return before - (await native(of)) - receipt.gasUsed * receipt.effectiveGasPrice
  }
  return {
    chain,
    contracts,
    domain,
    maker,
    taker,
    other,
    art,
    prints,
    low,
    nobody,
    mintArt,
    mintPrints,
    now,
    common,
    sign,
    list,
    bid,
    options,
    send,
    eventsOf,
    approveWeth,
    native,
    weth,
    owner,
    copies,
    paid,
  }
}
