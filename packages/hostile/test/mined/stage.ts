import {
  compileContracts,
  type LocalChain,
  localAccounts,
  nodeTransport,
  receiptOf,
  rpc,
  startChain,
} from '@sluice/devnet'
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  type PublicClient,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import {
  buildBid,
  buildListing,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  type OrderComponents,
  orderTypedData,
  parametersOfOrder,
  seaportAbi,
  seaportDomain,
  zeroAddress,
} from './seaport.ts'

/** An account with a key that sends and signs whatever it is given. */
export type Actor = {
  readonly address: Address
  readonly account: PrivateKeyAccount
  /** Sends a call; rejects if it fails on chain. */
  readonly send: (to: Address, data: Hex, value?: bigint) => Promise<void>
  readonly write: (
    to: Address,
    abi: Abi,
    functionName: string,
    args: readonly unknown[],
    value?: bigint,
  ) => Promise<void>
  readonly sign: (order: OrderComponents) => Promise<Hex>
}

/** A chain with the real contracts, a victim who owns and approves much, and the thieves. */
export type Stage = {
  readonly chain: LocalChain
  readonly reads: PublicClient
  /** Owns tokens, editions and money; its conduit approvals are the usual old and wide ones. */
  readonly victim: Actor
  /** Owns tokens and money too, and works for the thief. */
  readonly accomplice: Actor
  readonly thief: Actor
  readonly nft: Address
  readonly otherNft: Address
  readonly editions: Address
  /** A currency of the thief's own, of which it can mint any amount. */
  readonly worthless: Address
  /** Tokens of `nft` that the victim owns, and of `otherNft`. */
  readonly own: readonly bigint[]
  readonly other: readonly bigint[]
  /** Tokens of `nft` that the accomplice owns. */
  readonly theirs: readonly bigint[]
  readonly now: () => Promise<bigint>
  readonly listing: (
    maker: Actor,
    more?: Partial<Parameters<typeof buildListing>[0]>,
  ) => Promise<OrderComponents>
  readonly bid: (maker: Actor, more?: Partial<Parameters<typeof buildBid>[0]>) => Promise<OrderComponents>
  /** A fill by the general route, without checks. */
  readonly fill: (order: OrderComponents, signature: Hex, more?: FillExtras) => Hex
  readonly ownerOf: (token: Address, id: bigint) => Promise<Address>
  readonly money: (currency: Address, holder: Address) => Promise<bigint>
  readonly units: (holder: Address, id: bigint) => Promise<bigint>
  /** Runs a theft and reverts everything afterwards. */
  readonly undone: <T>(work: () => Promise<T>) => Promise<T>
  readonly stop: () => Promise<void>
}

export type FillExtras = {
  readonly resolvers?: readonly object[]
  readonly recipient?: Address
  readonly tips?: OrderComponents['consideration']
  readonly conduitKey?: Hex
  readonly numerator?: bigint
  readonly denominator?: bigint
}

export async function openStage(): Promise<Stage> {
  const chain = await startChain({ seedTokens: 24 })
  const transport = nodeTransport(chain.rpcUrl)
  const reads = createPublicClient({ transport, pollingInterval: 15 })
  const { contracts } = chain
  const accounts = localAccounts()
  const actor = (index: number): Actor => {
    const account = privateKeyToAccount(accounts[index]?.privateKey as Hex)
    const wallet = createWalletClient({ account, transport })
    const send: Actor['send'] = async (to, data, value = 0n) => {
      const hash = await wallet.sendTransaction({ to, data, value, gas: 3_000_000n, chain: null })
      const { status } = await receiptOf(reads, hash)
      if (status !== 'success') throw new Error('The chain refused it.')
    }
    return {
      address: account.address.toLowerCase() as Address,
      account,
      send,
      write: (to, abi, functionName, args, value) =>
        send(to, encodeFunctionData({ abi, functionName, args }), value),
      sign: (order) => account.signTypedData(orderTypedData(seaportDomain(chain.id, '1.6'), order)),
    }
  }
  const [victim, accomplice, thief] = [actor(0), actor(1), actor(8)]
  const [nft, otherNft, editions] = contracts.collections.map(({ address }) => address) as [
    Address,
    Address,
    Address,
  ]
  const read = <T>(address: Address, abi: Abi, functionName: string, args: readonly unknown[]): Promise<T> =>
    reads.readContract({ address, abi, functionName, args }) as Promise<T>
  const ownerOf = async (token: Address, id: bigint) =>
    (await read<string>(token, erc721Abi as Abi, 'ownerOf', [id])).toLowerCase() as Address
  const owned = async (token: Address, holder: Address) => {
    const ids = Array.from({ length: 24 }, (_, index) => BigInt(index + 1))
    const owners = await Promise.all(ids.map((id) => ownerOf(token, id)))
    return ids.filter((_, index) => owners[index] === holder)
  }
  const { dollar } = await compileContracts()
  const deployer = createWalletClient({ account: thief.account, transport })
  const hash = await deployer.deployContract({ abi: dollar.abi, bytecode: dollar.bytecode, chain: null })
  const worthless = (await receiptOf(reads, hash)).contractAddress as Address
  const now = async () => (await reads.getBlock()).timestamp
  const counterOf = (maker: Address) =>
    read<bigint>(contracts.seaport, seaportAbi as Abi, 'getCounter', [maker])
  const terms = async (maker: Actor) => ({
    maker: maker.address,
    quantity: 1n,
    fees: [],
    startTime: (await now()) - 60n,
    endTime: (await now()) + 86_400n,
    salt: BigInt(Math.floor(performance.now() * 1_000)),
    conduitKey: contracts.conduitKey,
    counter: await counterOf(maker.address),
  })
  const own = await owned(nft, victim.address)
  return {
    chain,
    reads,
    victim,
    accomplice,
    thief,
    nft,
    otherNft,
    editions,
    worthless,
    own,
    other: await owned(otherNft, victim.address),
    theirs: await owned(nft, accomplice.address),
    now,
    listing: async (maker, more = {}) =>
      buildListing({
        ...(await terms(maker)),
        gross: 10n ** 18n,
        currency: zeroAddress,
        token: nft,
        tokenId: own[0] as bigint,
        kind: 'erc721',
        ...more,
      }),
    bid: async (maker, more = {}) =>
      buildBid({
        ...(await terms(maker)),
        gross: 10n * 10n ** 18n,
        currency: contracts.weth,
        target: { kind: 'erc721', token: nft, root: 0n },
        ...more,
      }),
    fill: (order, signature, more = {}) =>
      encodeFunctionData({
        abi: seaportAbi,
        functionName: 'fulfillAdvancedOrder',
        args: [
          {
            parameters: parametersOfOrder(order, more.tips ?? []),
            numerator: more.numerator ?? 1n,
            denominator: more.denominator ?? 1n,
            signature,
            extraData: '0x',
          },
          more.resolvers ?? [],
          more.conduitKey ?? contracts.conduitKey,
          more.recipient ?? zeroAddress,
        ],
      } as never),
    ownerOf,
    money: (currency, holder) =>
      currency === zeroAddress
        ? reads.getBalance({ address: holder })
        : read<bigint>(currency, erc20Abi as Abi, 'balanceOf', [holder]),
    units: (holder, id) => read<bigint>(editions, erc1155Abi as Abi, 'balanceOf', [holder, id]),
    undone: async (work) => {
      const snapshot = await rpc<Hex>(chain.rpcUrl, 'evm_snapshot')
      try {
        return await work()
      } finally {
        await rpc(chain.rpcUrl, 'evm_revert', [snapshot])
      }
    },
    stop: chain.stop,
  }
}
