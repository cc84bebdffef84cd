import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  type LocalChain,
  localAccounts,
  rpc,
  sendFromNode,
  startChain,
  type Writer,
  writerOf,
} from '@sluice/devnet'
import { type Address, encodeDeployData, type Hex, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import { checkFixture } from '../../../guards/test/support/checkFixture.ts'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { RpcError } from '../../src/chain/rpcError.ts'
import { barredCollections } from '../../src/simulation/barredCollections.ts'

const abi = parseAbi([
  'constructor(bool noPermissions, bool noOperators)',
  'function mint(address to, uint256 id)',
  'function setApprovalForAll(address operator, bool approved)',
])
const low = (address: string | null | undefined) => String(address).toLowerCase() as Address

let local: LocalChain
let owner: Writer
let account: Address
let open: Address
let barsPermissions: Address
let barsOperators: Address
const asked: string[] = []

beforeAll(async () => {
  local = await startChain({ seedTokens: 12 })
  owner = writerOf(local, localAccounts()[0]?.privateKey as Hex)
  account = low(owner.account.address)
  const bytecode = compiled()
  const deploy = async (...args: [boolean, boolean]) => {
    const data = encodeDeployData({ abi, bytecode, args })
    const call = { from: account, data, gas: 3_000_000n }
    const address = low((await sendFromNode(local.rpcUrl, call)).contractAddress)
    await owner.write({ address, abi, functionName: 'mint', args: [account, 1n] })
    return address
  }
  open = await deploy(false, false)
  barsPermissions = await deploy(true, false)
  barsOperators = await deploy(false, true)
})
afterAll(() => local?.stop())

function compiled(): Hex {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string }
  const content = readFileSync(new URL('./Barring.sol', import.meta.url), 'utf8')
  const settings = { outputSelection: { '*': { '*': ['evm.bytecode.object'] } }, evmVersion: 'cancun' }
  const input = { language: 'Solidity', sources: { 'Barring.sol': { content } }, settings }
  const { contracts } = JSON.parse(solc.compile(JSON.stringify(input)))
  return `0x${contracts['Barring.sol'].Barring.evm.bytecode.object}`
}

/** A node as it is, without `eth_simulateV1`, or one that answers nothing sensible. */
const nodes: Readonly<Record<'full' | 'old' | 'odd', ChainReader>> = {
  full: nodeOf((method, params) => rpc(local.rpcUrl, method, params)),
  old: nodeOf(async (method, params) => {
    if (method === 'eth_simulateV1') throw new RpcError('the method does not exist', -32_601)
    return rpc(local.rpcUrl, method, params).catch((cause: Error) => {
      throw new RpcError(cause.message, 3)
    })
  }),
  odd: nodeOf(async () => null),
}
function nodeOf(call: (method: string, params: readonly unknown[]) => Promise<unknown>): ChainReader {
  return {
    reachable: async () => true,
    call: (method, params = []) => {
      asked.push(method)
      return call(method, params)
    },
  }
}

const barred = (reader: ChainReader, collections: readonly Address[], approved = false) => {
  const { conduit } = local.contracts
  return barredCollections({
    reader,
    intent: {
      account,
      listings: collections.map((contract) => ({ contract, tokenId: 1n, quantity: 1n })) as never,
    },
    spender: conduit,
    kinds: new Map(collections.map((one) => [one, 'erc721'])),
    holdings: new Map(collections.map((one) => [`${one}:1`, 1n])),
    operators: new Map(collections.map((one) => [`${one}:${conduit}`, approved])),
  })
}

test('collections that bar the conduit are found in one request, and no others', async () => {
  asked.length = 0
  expect(await barred(nodes.full, [open, barsPermissions, barsOperators])).toEqual([
    barsPermissions,
    barsOperators,
  ])
  expect(asked).toEqual(['eth_simulateV1'])
})

test('the collections of a real market are not barred', async () => {
  const [art, , prints] = local.contracts.collections.map(({ address }) => low(address))
  const { conduit } = local.contracts
  const mint = parseAbi(['function mint(address to, uint256 count)'])
  const { logs } = await owner.write({ address: art!, abi: mint, functionName: 'mint', args: [account, 1n] })
  const tokenId = BigInt(logs.at(-1)?.topics[3] ?? 0)
  const mintUnits = parseAbi(['function mint(address to, uint256 id, uint256 amount)'])
  await owner.write({ address: prints!, abi: mintUnits, functionName: 'mint', args: [account, 77n, 5n] })
  const found = await barredCollections({
    reader: nodes.full,
    intent: {
      account,
      listings: [
        { contract: art!, tokenId, quantity: 1n },
        { contract: prints!, tokenId: 77n, quantity: 5n },
      ] as never,
    },
    spender: conduit,
    kinds: new Map([
      [art!, 'erc721'],
      [prints!, 'erc1155'],
    ]),
    holdings: new Map([
      [`${art}:${tokenId}`, 1n],
      [`${prints}:77`, 5n],
    ]),
    operators: new Map(),
  })
  expect(found).toEqual([])
})

test('a node without simulations is asked for the move alone if the approval exists', async () => {
  const { conduit } = local.contracts
  expect(await barred(nodes.old, [open, barsOperators])).toEqual([])
  for (const address of [open, barsOperators])
    await owner.write({ address, abi, functionName: 'setApprovalForAll', args: [conduit, true] })
  expect(await barred(nodes.old, [open, barsOperators], true)).toEqual([barsOperators])
})

test('an invalid answer of a node blocks nothing, and a token that is not held is not tried', async () => {
  expect(await barred(nodes.odd, [barsOperators])).toEqual([])
  asked.length = 0
  const { conduit } = local.contracts
  const found = await barredCollections({
    reader: nodes.full,
    intent: { account, listings: [{ contract: barsOperators, tokenId: 2n, quantity: 1n }] as never },
    spender: conduit,
    kinds: new Map([[barsOperators, 'erc721']]),
    holdings: new Map([[`${barsOperators}:2`, 0n]]),
    operators: new Map(),
  })
  expect(found).toEqual([])
  expect(asked).toEqual([])
})

test('a barred collection asks for confirmation before its listing is signed', () => {
  const fixture = honest.LIST()
  const facts = { ...fixture.facts, barred: [barsOperators] }
  const { decision, findings } = checkFixture({ ...fixture, facts })
  expect(decision).toBe('confirm')
  expect(findings.map(({ code, severity, actual }) => [code, severity, actual])).toContainEqual([
    'ORD_BARRED',
    'confirm',
    barsOperators,
  ])
})
