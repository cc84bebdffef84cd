import {
  conduitControllerAddress,
  lowerHex,
  openseaConduitKey,
  seaDropAddress,
  transferHelperAddress,
} from '@sluice/seaport'
import type { Abi, Address, Hex } from 'viem'
import { localAccount, localRoles } from './accounts.ts'
import { openClients } from './clients.ts'
import type { Artifact, Artifacts } from './compile.ts'
import { deployRoyalties } from './deployRoyalties.ts'
import { deploySeaport } from './deploySeaport.ts'
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

const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'

/**
 * Deploys Seaport, the conduit, currencies and collections to a new chain.
 *
 * @param releasedConduit Whether OpenSea's conduit key has the same conduit address as on public chains; see
 *   {@link deploySeaport}.
 */
export async function deploy(
  rpcUrl: string,
  chainId: number,
  artifacts: Artifacts,
  releasedConduit = false,
): Promise<Contracts> {
  const clients = openClients(rpcUrl, chainId)
  const { test, wallet } = clients
  const mined = (hash: Hex) => receiptOf(test, hash)
  const create: Create = async (artifact, args = []) => {
    const hash = await wallet.deployContract({
      abi: artifact.abi as Abi,
      bytecode: artifact.bytecode,
      args: args as never,
    })
    const { contractAddress, status } = await mined(hash)
    if (status !== 'success' || contractAddress == null) throw new Error('Failed to deploy a contract.')
    return lowerHex(contractAddress)
  }
  await test.setCode({ address: multicall3, bytecode: artifacts.multicall.deployed })
  await test.setCode({ address: transferHelperAddress, bytecode: artifacts.transferHelper.deployed })
  await test.setCode({ address: seaDropAddress, bytecode: artifacts.seaDropLike.deployed })
  const { seaport, seaport15, conduit } = await deploySeaport(clients, artifacts, releasedConduit)
  const weth = await create(artifacts.wrapped)
  const usdc = await create(artifacts.dollar)
  const operator = localAccount(localRoles.operator).address
  const zone = await create(artifacts.cancelZone, [operator, operator, conduit])
  const walletFactory = await create(artifacts.walletFactory)
  const collections = await deployCollections(create, chainId, artifacts)
  const royalties = await deployRoyalties(wallet, mined, artifacts.royalties)
  const drop = await deployDrop(create, chainId, artifacts)
  await openDrop(wallet, mined, drop.address, localAccount(localRoles.artist).address)
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
    drop,
  }
}

/** Deploys a contract and returns its address. */
type Create = (artifact: Artifact, args?: readonly unknown[]) => Promise<Address>

const isFirstChain = (chainId: number): boolean => chainId === 31337

/** Deploys the collections of a chain. Their constructors take the name, a seed of the artwork, and sometimes more. */
async function deployCollections(
  create: Create,
  chainId: number,
  { tidelines, orbits, blocks }: Artifacts,
): Promise<readonly LocalCollection[]> {
  const names = isFirstChain(chainId)
    ? (['Tidelines', 'Orbital Studies', 'Quarter Prints'] as const)
    : (['Northern Tidelines', 'Far Orbits', 'Night Prints'] as const)
  const seed = BigInt(chainId)
  const artist = localAccount(localRoles.artist).address
  return [
    { name: names[0], kind: 'erc721', address: await create(tidelines, [names[0], seed]) },
    {
      name: names[1],
      kind: 'erc721',
      address: await create(orbits, [names[1], seed + 1n, artist]),
      royaltyBps: 500,
    },
    { name: names[2], kind: 'erc1155', address: await create(blocks, [names[2], seed + 2n]) },
  ]
}

/** Deploys the collection of the public drop, which is not open yet. */
async function deployDrop(create: Create, chainId: number, { lights }: Artifacts): Promise<LocalCollection> {
  const name = isFirstChain(chainId) ? 'First Light' : 'Polar Light'
  const args = [name, BigInt(chainId) + 3n, seaDropAddress, dropSupply]
  return { name, kind: 'erc721', address: await create(lights, args) }
}
