import {
  askNode,
  type CreatorTokens,
  deployCreatorTokens,
  type LocalChain,
  localAccounts,
  startChain,
  type Writer,
  writerOf,
} from '@sluice/devnet'
import { type Address, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { readChainState } from '../../src/chain/readChainState.ts'
import { RpcError } from '../../src/chain/rpcError.ts'
import { createClient } from '../../src/client.ts'
import { barredCollections, barredOffers } from '../../src/simulation/barredCollections.ts'
import { noReads } from '../support/noReads.ts'

let local: LocalChain
let tokens: CreatorTokens
let owner: Writer
let account: Address
const asked: string[] = []

beforeAll(async () => {
  local = await startChain({ seedTokens: 12 })
  tokens = await deployCreatorTokens(local)
  owner = writerOf(local, localAccounts()[0]?.privateKey as Hex)
  account = owner.account.address.toLowerCase() as Address
  await owner.write({
    address: tokens.erc721,
    abi: parseAbi(['function mint(address to, uint256 count)']),
    functionName: 'mint',
    args: [account, 1n],
  })
  await owner.write({
    address: tokens.erc1155,
    abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
    functionName: 'mint',
    args: [account, 1n, 3n],
  })
})
afterAll(() => local?.stop())

const nodeOf = (simulates: boolean): ChainReader => ({
  reachable: async () => true,
  call: (method, params = []) => {
    asked.push(method)
    if (method === 'eth_simulateV1' && !simulates) throw new RpcError('the method does not exist', -32_601)
    return ask(method, params)
  },
})
/** A node's answer; its error with the data of the revert, as a node gives it. */
async function ask(method: string, params: readonly unknown[]): Promise<unknown> {
  const { result, error } = await askNode(local.rpcUrl, method, params)
  if (error !== undefined) throw new RpcError(error.message, error.code, error.data)
  return result
}

const validators = () =>
  new Map<Address, Address>([
    [tokens.erc721, tokens.validator],
    [tokens.erc1155, tokens.validator],
  ])
const common = (simulates: boolean) => ({
  reader: nodeOf(simulates),
  spender: local.contracts.conduit,
  validators: validators(),
})
const listings = (simulates: boolean, offChainCancellable = false, zones: readonly Address[] = []) =>
  barredCollections({
    ...common(simulates),
    zones,
    intent: {
      account,
      listings: [tokens.erc721, tokens.erc1155].map((contract) => ({
        contract,
        tokenId: 1n,
        quantity: 1n,
        offChainCancellable,
      })) as never,
    },
    kinds: new Map([
      [tokens.erc721, 'erc721'],
      [tokens.erc1155, 'erc1155'],
    ]),
    holdings: new Map([
      [`${tokens.erc721}:1`, 1n],
      [`${tokens.erc1155}:1`, 3n],
    ]),
    operators: new Map(),
  })
const offers = () =>
  barredOffers({
    ...common(false),
    intent: {
      account,
      bids: [
        { target: { kind: 'collection', contract: tokens.erc721 } },
        { target: { kind: 'collection', contract: local.contracts.collections[0]?.address } },
      ] as never,
    },
  })

describe('collections with a transfer validator', () => {
  test('bar listings and offers as long as the conduit is not on the whitelist, on every kind of node', async () => {
    await tokens.setPolicy({ level: 3 })
    const both = [tokens.erc721, tokens.erc1155]
    expect(await listings(true)).toEqual(both)
    expect(await listings(false)).toEqual(both)
    expect(await offers()).toEqual([tokens.erc721])
    await tokens.setPolicy({ level: 3, whitelist: [local.contracts.conduit] })
    expect(await listings(true)).toEqual([])
    expect(await listings(false)).toEqual([])
    expect(await offers()).toEqual([])
  })

  test('that only ask receivers to prove a key are not barred: such a receiver can buy', async () => {
    await tokens.setPolicy({ level: 6, whitelist: [local.contracts.conduit] })
    expect(await listings(true)).toEqual([])
    expect(await listings(false)).toEqual([])
  })

  test('are not barred for orders in a zone that may let transfers through', async () => {
    const zone = local.contracts.zone
    await tokens.setPolicy({ level: 3, authorizers: [zone] })
    expect(await listings(true, true, [zone])).toEqual([])
    expect(await listings(true, false, [zone])).toEqual([tokens.erc721, tokens.erc1155])
    expect(await listings(true, true, [tokens.artist])).toEqual([tokens.erc721, tokens.erc1155])
  })
})

test('the validator of a collection is read in the same request as everything else', async () => {
  const [chain] = createClient({
    chains: [
      { id: local.id, name: 'Local', baseApiUrl: 'http://127.0.0.1', multicall3: local.contracts.multicall3 },
    ],
  }).chains
  if (chain === undefined) throw new Error('A client has the chains it was given.')
  const plain = local.contracts.collections[0]?.address as Address
  const needs = { ...noReads, kinds: [tokens.erc721, plain], validators: [tokens.erc721, plain] }
  asked.length = 0
  const state = await readChainState(nodeOf(true), chain, account, needs)
  expect(state.validators).toEqual(new Map([[tokens.erc721, tokens.validator]]))
  expect(asked.filter((method) => method === 'eth_call')).toHaveLength(1)
})
