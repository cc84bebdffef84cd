import {
  conduitControllerAbi,
  conduitControllerAddress,
  lowerHex,
  openseaConduitKey,
  seaDropAddress,
  seaportAddress,
  transferHelperAddress,
} from '@sluice/seaport'
import {
  type Abi,
  type Address,
  concatHex,
  createTestClient,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  keccak256,
  pad,
  parseAbi,
  publicActions,
  slice,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { getCode, readContract } from 'viem/actions'
import { localAccount, localAccounts } from './accounts.ts'
import type { Artifact, Artifacts } from './compile.ts'
import { deployRoyalties } from './deployRoyalties.ts'
import { dropSupply, openDrop } from './openDrop.ts'
import { receiptOf } from './receiptOf.ts'

export type CollectionKind = 'erc721' | 'erc1155'
export type LocalCollection = {
  readonly name: string
  readonly address: Address
  readonly kind: CollectionKind
  /** The collection's royalty (ERC-2981), in basis points. */
  readonly royaltyBps?: number
}
export type Contracts = {
  readonly seaport: Address
  /** Seaport 1.5, which uses the same conduit. */
  readonly seaport15: Address
  readonly conduitController: Address
  readonly conduit: Address
  readonly conduitKey: Hex
  readonly multicall3: Address
  readonly weth: Address
  readonly usdc: Address
  /** Signed zone for cancellations off chain: fills of its orders need a signature of the local operator. */
  readonly zone: Address
  /** Deploys smart contract wallets. */
  readonly walletFactory: Address
  /** Transfers several tokens at once through the conduit. */
  readonly transferHelper: Address
  /** Registry in which its owner or a collection's owner overrides a collection's royalties. */
  readonly royaltyRegistry: Address
  /** Returns the royalties of a sale, overrides included. */
  readonly royaltyEngine: Address
  /** Deploys royalty overrides for one recipient or several. */
  readonly royaltyOverrideFactory: Address
  readonly collections: readonly LocalCollection[]
  /** Collection with a public drop. The canonical address of SeaDrop has a compatible contract of this package. */
  readonly drop: LocalCollection
  /** Collection whose transfer validator enforces its royalties, if the chain was started with one. */
  readonly enforced?: LocalCollection | undefined
}

/** Constants of the canonical deployment (Seaport docs, Deployment.md). */
const create2Factory: Address = '0x0000000000ffe8b47b3e2130213b802212439497'
const arachnidProxy: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const seaportSalts = { '1.5': '0xd4b6fcc21169b803f25d2210', '1.6': '0xd738b7f0bb99901b1c83f249' } as const
const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'

/**
 * Deploys Seaport, the conduit, currencies and collections to a new chain. Seaport is deployed by the canonical CREATE2
 * factory, so that its canonical address proves its bytecode.
 *
 * @param releasedConduit Whether OpenSea's conduit key has the same conduit address as on public chains; see
 *   {@link useReleasedConduits}.
 */
export async function deploy(
  rpcUrl: string,
  chainId: number,
  artifacts: Artifacts,
  releasedConduit = false,
): Promise<Contracts> {
  const accounts = localAccounts()
  const chain = {
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  }
  const transport = http(rpcUrl)
  const test = createTestClient({ mode: 'anvil', chain, transport }).extend(publicActions)
  const deployer = privateKeyToAccount(localAccount(9).privateKey)
  const wallet = createWalletClient({ account: deployer, chain, transport })
  const create = async (artifact: Artifact, args: readonly unknown[] = []): Promise<Address> => {
    const hash = await wallet.deployContract({
      abi: artifact.abi as Abi,
      bytecode: artifact.bytecode,
      args: args as never,
    })
    const { contractAddress, status } = await receiptOf(test, hash)
    if (status !== 'success' || contractAddress == null) throw new Error('Failed to deploy a contract.')
    return lowerHex(contractAddress)
  }

  // The controller's constructor stores its own address, so the creation code is called at the canonical address.
  await test.setCode({ address: conduitControllerAddress, bytecode: artifacts.conduitController.bytecode })
  const { data: controllerCode } = await test.call({ to: conduitControllerAddress })
  if (controllerCode === undefined)
    throw new Error('The constructor of the ConduitController returned no code.')
  await test.setCode({ address: conduitControllerAddress, bytecode: controllerCode })
  await test.setCode({
    address: create2Factory,
    bytecode: (await test.getCode({ address: arachnidProxy })) as Hex,
  })
  await test.setCode({ address: multicall3, bytecode: artifacts.multicall.deployed })
  await test.setCode({ address: transferHelperAddress, bytecode: artifacts.transferHelper.deployed })
  await test.setCode({ address: seaDropAddress, bytecode: artifacts.seaDropLike.deployed })

  const release = async (version: keyof typeof seaportSalts): Promise<Address> => {
    const { bytecode } = version === '1.6' ? artifacts.seaport : artifacts.seaport15
    const initCode = concatHex([bytecode, pad(conduitControllerAddress)])
    const salt = pad(seaportSalts[version])
    const address = lowerHex(
      getContractAddress({
        opcode: 'CREATE2',
        from: create2Factory,
        salt,
        bytecodeHash: keccak256(initCode),
      }),
    )
    if (address !== lowerHex(seaportAddress[version]))
      throw new Error(
        `The compiled Seaport would have the address ${address} instead of its canonical one: it is not the released code.`,
      )
    const hash = await wallet.sendTransaction({
      to: create2Factory,
      data: concatHex([salt, initCode]),
      gas: 25_000_000n,
    })
    await receiptOf(test, hash)
    if (((await test.getCode({ address })) ?? '0x') === '0x') throw new Error('Failed to deploy Seaport.')
    return address
  }
  const seaport = await release('1.6')
  const seaport15 = await release('1.5')

  const compiled = releasedConduit ? await useReleasedConduits(test, [seaport, seaport15]) : undefined
  const conduit = await openConduit(
    test,
    rpcUrl,
    chain,
    [seaport, seaport15, transferHelperAddress],
    compiled,
  )
  const first = chainId === 31337
  const artist = accounts[6]?.address
  const weth = await create(artifacts.wrapped)
  const usdc = await create(artifacts.dollar)
  const operator = accounts[8]?.address
  const zone = await create(artifacts.cancelZone, [operator, operator, conduit])
  const walletFactory = await create(artifacts.walletFactory)
  const seed = BigInt(chainId)
  const made = async (
    name: string,
    kind: CollectionKind,
    artifact: Artifact,
    ...args: unknown[]
  ): Promise<LocalCollection> => ({
    name,
    kind,
    address: await create(artifact, [name, ...args]),
  })
  const collections = [
    await made(first ? 'Tidelines' : 'Northern Tidelines', 'erc721', artifacts.tidelines, seed),
    {
      ...(await made(
        first ? 'Orbital Studies' : 'Far Orbits',
        'erc721',
        artifacts.orbits,
        seed + 1n,
        artist,
      )),
      royaltyBps: 500,
    },
    await made(first ? 'Quarter Prints' : 'Night Prints', 'erc1155', artifacts.blocks, seed + 2n),
  ]
  const royalties = await deployRoyalties(wallet, (hash) => receiptOf(test, hash), artifacts.royalties)
  const lights = await made(
    first ? 'First Light' : 'Polar Light',
    'erc721',
    artifacts.lights,
    seed + 3n,
    seaDropAddress,
    dropSupply,
  )
  await openDrop(wallet, (hash) => receiptOf(test, hash), lights.address, artist as Address)
  return {
    ...royalties,
    transferHelper: transferHelperAddress,
    seaport,
    seaport15,
    conduitController: conduitControllerAddress,
    conduit,
    conduitKey: openseaConduitKey,
    multicall3,
    weth,
    usdc,
    zone,
    walletFactory,
    collections,
    drop: lights,
  }
}

/** The hash of the creation code of the conduits that Seaport's authors deployed. */
const releasedConduitHash: Hex = '0x023d904f2503c37127200ca07b976c3a53cc562623f67023115bf311f5805059'

type TestClient = ReturnType<typeof createTestClient> & Parameters<typeof receiptOf>[0]

/**
 * Makes Seaport and its controller derive the same conduit addresses as on public chains. The address of a conduit
 * depends on the hash of its creation code, which differs for conduits that are compiled here.
 *
 * @returns The hash of the creation code of conduits that are compiled here.
 */
async function useReleasedConduits(test: TestClient, seaports: readonly Address[]): Promise<Hex> {
  const [compiled] = await readContract(test, {
    address: conduitControllerAddress,
    abi: parseAbi(['function getConduitCodeHashes() view returns (bytes32 creation, bytes32 runtime)']),
    functionName: 'getConduitCodeHashes',
  })
  for (const address of [conduitControllerAddress, ...seaports]) {
    const code = (await getCode(test, { address })) ?? '0x'
    const bytecode = code.replaceAll(compiled.slice(2), releasedConduitHash.slice(2)) as Hex
    await test.setCode({ address, bytecode })
  }
  return compiled
}

/**
 * Creates the conduit of OpenSea's conduit key, from the account that the key names, and opens its channels.
 *
 * @param compiled The hash of the conduit's creation code, if the controller's was replaced.
 */
async function openConduit(
  test: TestClient,
  rpcUrl: string,
  chain: NonNullable<Parameters<typeof createWalletClient>[0]['chain']>,
  channels: readonly Address[],
  compiled?: Hex,
): Promise<Address> {
  const creator = slice(openseaConduitKey, 0, 20)
  await test.impersonateAccount({ address: creator })
  await test.setBalance({ address: creator, value: 10n ** 18n })
  const wallet = createWalletClient({ account: creator, chain, transport: http(rpcUrl) }).extend(
    publicActions,
  )
  const controller = {
    address: conduitControllerAddress,
    abi: conduitControllerAbi,
    account: creator,
  } as const
  const created = await wallet.writeContract({
    ...controller,
    functionName: 'createConduit',
    args: [openseaConduitKey, creator],
  })
  await receiptOf(test, created)
  const [conduit] = await wallet.readContract({
    ...controller,
    functionName: 'getConduit',
    args: [openseaConduitKey],
  })
  if (compiled !== undefined) {
    const from = conduitControllerAddress
    const made = getContractAddress({
      opcode: 'CREATE2',
      from,
      salt: openseaConduitKey,
      bytecodeHash: compiled,
    })
    await test.setCode({ address: conduit, bytecode: (await getCode(test, { address: made })) ?? '0x' })
  }
  for (const channel of channels) {
    const opened = await wallet.writeContract({
      ...controller,
      functionName: 'updateChannel',
      args: [conduit, channel, true],
    })
    await receiptOf(test, opened)
  }
  await test.stopImpersonatingAccount({ address: creator })
  return lowerHex(conduit)
}
