import { lowerHex } from '@sluice/seaport'
import {
  type Account,
  type Address,
  type Chain,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  type Transport,
  type WalletClient,
} from 'viem'
import type { RoyaltyContracts } from './compile.ts'

type Deployer = WalletClient<Transport, Chain, Account>
type Receipt = {
  readonly status: 'success' | 'reverted'
  readonly contractAddress?: Address | null | undefined
}

const initial = parseAbi([
  'function initialize(address owner)',
  'function initialize(address owner, address registry)',
])

/** Deploys the contracts of the royalty registry as its authors do. The deployer owns the registry and the engine. */
export async function deployRoyalties(
  deployer: Deployer,
  mined: (hash: Hex) => Promise<Receipt>,
  code: RoyaltyContracts,
) {
  const owner = deployer.account.address
  const create = async (bytecode: Hex, ...addresses: readonly Address[]): Promise<Address> => {
    const args = encodeAbiParameters(
      addresses.map(() => ({ type: 'address' })),
      addresses,
    )
    const { contractAddress, status } = await mined(
      await deployer.sendTransaction({ data: concatHex([bytecode, args]) }),
    )
    if (status !== 'success' || contractAddress == null)
      throw new Error('Failed to deploy a contract of the royalty registry.')
    return lowerHex(contractAddress)
  }
  const single = await create(code.single)
  const multi = await create(code.multi)
  const splitter = await create(code.splitter)
  const royaltyOverrideFactory = await create(code.factory, single, multi, splitter)
  const royaltyRegistry = await create(code.registry, royaltyOverrideFactory)
  const fallback = await create(code.fallback, owner)
  const royaltyEngine = await create(code.engine, fallback)
  const begin = async (to: Address, data: Hex): Promise<void> => {
    const { status } = await mined(await deployer.sendTransaction({ to, data }))
    if (status !== 'success') throw new Error('Failed to initialize the royalty registry.')
  }
  await begin(
    royaltyRegistry,
    encodeFunctionData({ abi: initial, functionName: 'initialize', args: [owner] }),
  )
  await begin(
    royaltyEngine,
    encodeFunctionData({ abi: initial, functionName: 'initialize', args: [owner, royaltyRegistry] }),
  )
  return { royaltyRegistry, royaltyEngine, royaltyOverrideFactory }
}
