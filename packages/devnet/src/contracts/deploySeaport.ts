import {
  conduitControllerAbi,
  conduitControllerAddress,
  lowerHex,
  openseaConduitKey,
  seaportAddress,
  transferHelperAddress,
} from '@sluice/seaport'
import {
  type Address,
  concatHex,
  createWalletClient,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  publicActions,
  slice,
} from 'viem'
import { getCode, readContract } from 'viem/actions'
import type { Clients } from './clients.ts'
import type { Artifacts } from './compile.ts'
import { receiptOf } from './receiptOf.ts'

/** Constants of the canonical deployment (Seaport docs, Deployment.md). */
const create2Factory: Address = '0x0000000000ffe8b47b3e2130213b802212439497'
const arachnidProxy: Address = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
const seaportSalts = { '1.5': '0xd4b6fcc21169b803f25d2210', '1.6': '0xd738b7f0bb99901b1c83f249' } as const

/**
 * Deploys both versions of Seaport and opens the conduit of OpenSea's conduit key for them. Seaport is deployed by the
 * canonical CREATE2 factory, so that its canonical address proves its bytecode.
 *
 * @param releasedConduit Whether the conduit has the same address as on public chains; see {@link useReleasedConduits}.
 */
export async function deploySeaport(
  clients: Clients,
  artifacts: Artifacts,
  releasedConduit: boolean,
): Promise<Readonly<Record<'seaport' | 'seaport15' | 'conduit', Address>>> {
  const { test } = clients
  await setController(clients, artifacts)
  await test.setCode({
    address: create2Factory,
    bytecode: (await test.getCode({ address: arachnidProxy })) as Hex,
  })
  const seaport = await releaseSeaport(clients, artifacts.seaport.bytecode, '1.6')
  const seaport15 = await releaseSeaport(clients, artifacts.seaport15.bytecode, '1.5')
  const compiled = releasedConduit ? await useReleasedConduits(test, [seaport, seaport15]) : undefined
  const conduit = await openConduit(clients, [seaport, seaport15, transferHelperAddress], compiled)
  return { seaport, seaport15, conduit }
}

/**
 * Puts the ConduitController at its canonical address. Its constructor stores its own address, so the creation code is
 * called there.
 */
async function setController({ test }: Clients, { conduitController }: Artifacts): Promise<void> {
  await test.setCode({ address: conduitControllerAddress, bytecode: conduitController.bytecode })
  const { data: controllerCode } = await test.call({ to: conduitControllerAddress })
  if (controllerCode === undefined)
    throw new Error('The constructor of the ConduitController returned no code.')
  await test.setCode({ address: conduitControllerAddress, bytecode: controllerCode })
}

/** Deploys a version of Seaport to its canonical address. */
async function releaseSeaport(
  { test, wallet }: Clients,
  bytecode: Hex,
  version: keyof typeof seaportSalts,
): Promise<Address> {
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

/** The hash of the creation code of the conduits that Seaport's authors deployed. */
const releasedConduitHash: Hex = '0x023d904f2503c37127200ca07b976c3a53cc562623f67023115bf311f5805059'

/**
 * Makes Seaport and its controller derive the same conduit addresses as on public chains. The address of a conduit
 * depends on the hash of its creation code, which differs for conduits that are compiled here.
 *
 * @returns The hash of the creation code of conduits that are compiled here.
 */
async function useReleasedConduits(test: Clients['test'], seaports: readonly Address[]): Promise<Hex> {
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
  { test, chain, transport }: Clients,
  channels: readonly Address[],
  compiled?: Hex,
): Promise<Address> {
  const creator = slice(openseaConduitKey, 0, 20)
  await test.impersonateAccount({ address: creator })
  await test.setBalance({ address: creator, value: 10n ** 18n })
  const wallet = createWalletClient({ account: creator, chain, transport }).extend(publicActions)
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
