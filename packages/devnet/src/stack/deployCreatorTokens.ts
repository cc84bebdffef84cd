import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { lowerHex } from '@sluice/seaport'
import { type Address, createWalletClient, encodeDeployData, type Hex, parseAbi, parseEventLogs } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { nodeTransport } from '../chain/nodeTransport.ts'
import { localAccount, localRoles } from '../contracts/accounts.ts'
import { receiptOf } from '../contracts/receiptOf.ts'
import { type LocalNode, writerOf } from '../contracts/writer.ts'

/** The accounts that may transfer the tokens of both collections, as the transfer validator enforces it. */
export type TransferPolicy = {
  /**
   * The validator's security level. 1 allows everyone; 2 everyone but the blacklist; 3 the owner and the whitelist; 4
   * only the whitelist; 6 the same as 3, and only to accounts that have proved that they have a key; 9 allows none.
   */
  readonly level: number
  readonly whitelist?: readonly Address[]
  readonly blacklist?: readonly Address[]
  /** Contracts that may authorize single transfers. */
  readonly authorizers?: readonly Address[]
}

/** Limit Break's transfer validator, and two collections that call it before every transfer. */
export type CreatorTokens = {
  readonly validator: Address
  /** ERC-721C. Anybody can call `mint(address to, uint256 count)`; token ids start at 1. */
  readonly erc721: Address
  /** ERC-1155C. Anybody can call `mint(address to, uint256 id, uint256 amount)`. */
  readonly erc1155: Address
  /** The owner of the collections and their lists, and the recipient of {@link CreatorTokens.royaltyBps} of each sale. */
  readonly artist: Address
  readonly royaltyBps: number
  /** Replaces the policy of both collections. The default policy of the validator is level 3. */
  setPolicy(policy: TransferPolicy): Promise<void>
}

const royaltyBps = 500

type Code = Readonly<Record<'configuration' | 'registry' | 'validator' | 'erc721' | 'erc1155', Hex>>

const constructors = {
  configuration: parseAbi(['constructor(address owner)']),
  registry: parseAbi(['constructor()']),
  validator: parseAbi([
    'constructor(address owner, address registry, string name, string version, address configuration)',
  ]),
  collection: parseAbi(['constructor(string name, address validator, address artist, uint96 royaltyBps)']),
} as const

const configurationAbi = parseAbi(['function setNativeValueToCheckPauseState(uint256 value)'])
const validatorAbi = parseAbi([
  'event CreatedList(uint256 indexed id, string name)',
  'function createList(string name) returns (uint120 id)',
  'function addAccountsToWhitelist(uint120 id, address[] accounts)',
  'function addAccountsToBlacklist(uint120 id, address[] accounts)',
  'function addAccountsToAuthorizers(uint120 id, address[] accounts)',
  'function applyListToCollection(address collection, uint120 id)',
  'function setTransferSecurityLevelOfCollection(address collection, uint8 level, bool disableAuthorizationMode, bool disableWildcardOperators, bool enableAccountFreezingMode)',
])

/** Reads the precompiled creation code of the contracts. */
function creationCode(): Code {
  const file = resolve(import.meta.dirname, '../../contracts/creator-tokens/contracts.json.gz')
  return JSON.parse(gunzipSync(readFileSync(file)).toString()) as Code
}

/**
 * Deploys the transfer validator of Limit Break's creator token standards (version 5) to a running chain, with an
 * ERC-721C and an ERC-1155C collection of the local artist.
 */
export async function deployCreatorTokens(chain: LocalNode): Promise<CreatorTokens> {
  const owner = localAccount(localRoles.artist)
  const artist = owner.address
  const writer = writerOf(chain, owner.privateKey)
  const wallet = createWalletClient({
    account: privateKeyToAccount(owner.privateKey),
    transport: nodeTransport(chain.rpcUrl),
  })
  const code = creationCode()
  const create = async (data: Hex): Promise<Address> => {
    const { contractAddress, status } = await receiptOf(
      writer.reads,
      await wallet.sendTransaction({ data, chain: null }),
    )
    if (status !== 'success' || contractAddress == null)
      throw new Error('Failed to deploy a contract of the creator tokens.')
    return lowerHex(contractAddress)
  }
  const configuration = await create(
    encodeDeployData({ abi: constructors.configuration, bytecode: code.configuration, args: [artist] }),
  )
  await writer.write({
    address: configuration,
    abi: configurationAbi,
    functionName: 'setNativeValueToCheckPauseState',
    args: [0n],
  })
  const registry = await create(encodeDeployData({ abi: constructors.registry, bytecode: code.registry }))
  const validator = await create(
    encodeDeployData({
      abi: constructors.validator,
      bytecode: code.validator,
      args: [artist, registry, 'Local Transfer Validator', '5', configuration],
    }),
  )
  const collection = (bytecode: Hex, name: string): Promise<Address> =>
    create(
      encodeDeployData({
        abi: constructors.collection,
        bytecode,
        args: [name, validator, artist, BigInt(royaltyBps)],
      }),
    )
  const erc721 = await collection(code.erc721, 'Lanterns')
  const erc1155 = await collection(code.erc1155, 'Lantern Prints')
  const setPolicy: CreatorTokens['setPolicy'] = async ({ level, ...lists }) => {
    const call = { address: validator, abi: validatorAbi } as const
    const { logs } = await writer.write({ ...call, functionName: 'createList', args: ['Local list'] })
    const [created] = parseEventLogs({ abi: validatorAbi, logs, eventName: 'CreatedList' })
    if (created === undefined) throw new Error('The transfer validator emitted no CreatedList event.')
    const { id } = created.args
    const { whitelist = [], blacklist = [], authorizers = [] } = lists
    await writer.write({ ...call, functionName: 'addAccountsToWhitelist', args: [id, whitelist] })
    await writer.write({ ...call, functionName: 'addAccountsToBlacklist', args: [id, blacklist] })
    await writer.write({ ...call, functionName: 'addAccountsToAuthorizers', args: [id, authorizers] })
    for (const address of [erc721, erc1155]) {
      await writer.write({ ...call, functionName: 'applyListToCollection', args: [address, id] })
      await writer.write({
        ...call,
        functionName: 'setTransferSecurityLevelOfCollection',
        args: [address, level, false, false, false],
      })
    }
  }
  return { validator, erc721, erc1155, artist, royaltyBps, setPolicy }
}
