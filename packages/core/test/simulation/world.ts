import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import {
  type LocalChain,
  localAccounts,
  rpc,
  sendFromNode,
  startChain,
  type Writer,
  writerOf,
} from '@sluice/devnet'
import {
  type BuyIntent,
  type ChainState,
  type PolicyInput,
  resolvePolicy,
  type TrustedChain,
} from '@sluice/guards'
import {
  buildListing,
  erc20Abi,
  erc721Abi,
  fulfillAdvanced,
  fulfillAvailable,
  type ListingTerms,
  orderTypedData,
  seaportAbi,
  seaportDomain,
} from '@sluice/seaport'
import { type Abi, type Address, encodeDeployData, type Hex, keccak256, parseAbi, zeroAddress } from 'viem'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { RpcError } from '../../src/chain/rpcError.ts'

export const ether = 10n ** 18n
const mintAbi = parseAbi(['function mint(address to, uint256 count)'])
const low = (address: string) => address.toLowerCase() as Address

type Artifact = { readonly abi: Abi; readonly bytecode: Hex }

const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }

type Trick = 'FalseToken' | 'AudienceToken' | 'FalseUnits' | 'Shop'

/** The contracts that play tricks. */
export function compileTricks(): Record<Trick, Artifact> {
  const content = readFileSync(join(import.meta.dirname, 'Tricks.sol'), 'utf8')
  const input = {
    language: 'Solidity',
    sources: { 'Tricks.sol': { content } },
    settings: { outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object'] } } },
  }
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  const artifact = (name: string): Artifact => ({
    abi: contracts['Tricks.sol'][name].abi,
    bytecode: `0x${contracts['Tricks.sol'][name].evm.bytecode.object}`,
  })
  return {
    FalseToken: artifact('FalseToken'),
    AudienceToken: artifact('AudienceToken'),
    FalseUnits: artifact('FalseUnits'),
    Shop: artifact('Shop'),
  }
}

/** A node as it is, without `eth_simulateV1`, or also without code for the time of a call. */
export type NodeKind = 'full' | 'old' | 'bare'

/** The real Seaport on a real node, a maker who lists, a taker who buys, and contracts that play tricks. */
export async function openWorld() {
  const chain: LocalChain = await startChain({ seedTokens: 12 })
  const [maker, taker, other] = localAccounts().map(({ privateKey }) => writerOf(chain, privateKey)) as [
    Writer,
    Writer,
    Writer,
  ]
  const { contracts } = chain
  const tricks = compileTricks()
  const [art, , prints] = contracts.collections.map(({ address }) => low(address)) as [
    Address,
    Address,
    Address,
  ]
  const account = low(taker.account.address)

  const deploy = async (name: Trick, args: readonly unknown[]): Promise<Address> => {
    const data = encodeDeployData({ abi: tricks[name].abi, bytecode: tricks[name].bytecode, args })
    const call = { from: other.account.address, data, gas: 3_000_000n }
    const { contractAddress } = await sendFromNode(chain.rpcUrl, call)
    return low(contractAddress ?? '')
  }
  const mint = async (to: Address): Promise<bigint> => {
    const { logs } = await other.write({ address: art, abi: mintAbi, functionName: 'mint', args: [to, 1n] })
    return BigInt(logs.at(-1)?.topics[3] ?? 0)
  }
  const minted = async (name: Trick, args: readonly unknown[]): Promise<Address> => {
    const token = await deploy(name, args)
    const abi = parseAbi(['function mint(address to, uint256 id)'])
    await other.write({ address: token, abi, functionName: 'mint', args: [low(maker.account.address), 1n] })
    return token
  }
  const falseToken = (...args: readonly unknown[]) => minted('FalseToken', args)
  /** Moves nothing while somebody pays for gas; with `waste`, moves and burns that much of it. */
  const falseUnits = (silent: boolean) => deploy('FalseUnits', [silent])
  const audienceToken = (waste = 0n) => minted('AudienceToken', [waste])
  const shop = async (manner: 0 | 1 | 2, loot: Address = zeroAddress, lootId = 0n) => {
    const tokenId = await mint(account)
    const address = await deploy('Shop', [art, tokenId, manner, loot, lootId])
    const abi = parseAbi(['function transferFrom(address from, address to, uint256 id)'])
    await taker.write({ address: art, abi, functionName: 'transferFrom', args: [account, address, tokenId] })
    const code = await rpc<Hex>(chain.rpcUrl, 'eth_getCode', [address, 'latest'])
    return { address, tokenId, codeHash: keccak256(code) }
  }

  const listing = async (terms: Pick<ListingTerms, 'token' | 'tokenId'> & Partial<ListingTerms>) => {
    const { timestamp } = await maker.reads.getBlock()
    const by = low(maker.account.address)
    const components = buildListing({
      maker: by,
      kind: 'erc721',
      currency: zeroAddress,
      gross: ether,
      quantity: 1n,
      fees: [],
      startTime: timestamp - 60n,
      endTime: timestamp + 86_400n,
      salt: BigInt(Math.floor(Math.random() * 2 ** 48)),
      conduitKey: contracts.conduitKey,
      counter: await maker.reads.readContract({
        address: contracts.seaport,
        abi: seaportAbi,
        functionName: 'getCounter',
        args: [by],
      }),
      ...terms,
    })
    const signature = await maker.account.signTypedData(
      orderTypedData(seaportDomain(chain.id, '1.6'), components),
    )
    return { components, signature }
  }
  const fill = async (...orders: readonly Awaited<ReturnType<typeof listing>>[]) => {
    const options = {
      seaport: low(contracts.seaport),
      conduitKey: contracts.conduitKey,
      now: (await maker.reads.getBlock()).timestamp,
    }
    const [only, ...others] = orders
    return others.length === 0 && only !== undefined
      ? fulfillAdvanced(only, options)
      : fulfillAvailable(orders, options)
  }

  const trusted: TrustedChain = {
    id: chain.id,
    paymentTokens: [
      { address: zeroAddress, decimals: 18 },
      { address: low(contracts.usdc), decimals: 6 },
      { address: low(contracts.weth), decimals: 18 },
    ],
    seaport: { '1.6': low(contracts.seaport) },
    conduits: [{ key: contracts.conduitKey, address: low(contracts.conduit) }],
    wrappedNative: low(contracts.weth),
  }
  const buying = (contract: Address, tokenId: bigint, limits: BuyIntent['limits']): BuyIntent => ({
    chainId: chain.id,
    account,
    action: 'buy',
    items: [{ target: { kind: 'token', contract, tokenId }, quantity: 1n }],
    limits,
    recipient: account,
    feesOnTop: [],
    partial: false,
  })
  const facts = (more: Partial<ChainState> = {}): ChainState => ({
    now: Date.now(),
    counters: new Map(),
    makerCounters: new Map([[`${low(contracts.seaport)}:${low(maker.account.address)}`, 0n]]),
    kinds: new Map(),
    allowances: new Map([[`${low(contracts.usdc)}:${low(contracts.conduit)}`, 0n]]),
    operators: new Map(),
    balances: new Map(),
    holdings: new Map(),
    royalties: new Map(),
    orderStatus: new Map(),
    accountCode: 'none',
    ...more,
  })
  const reader = (kind: NodeKind): ChainReader => ({
    reachable: async () => true,
    call: async (method, params = []) => {
      const missing = method === 'eth_simulateV1' ? kind !== 'full' : kind === 'bare' && params.length > 2
      if (missing) throw new RpcError('the method does not exist', -32601)
      return rpc(chain.rpcUrl, method, params)
    },
  })
  return {
    chain,
    contracts,
    account,
    maker,
    taker,
    art,
    prints,
    usdc: low(contracts.usdc),
    conduit: low(contracts.conduit),
    mint,
    falseToken,
    falseUnits,
    audienceToken,
    shop,
    listing,
    fill,
    trusted,
    buying,
    facts,
    reader,
    policy: (input?: PolicyInput) => resolvePolicy(input, [trusted]),
    erc20: erc20Abi,
    erc721: erc721Abi,
  }
}
