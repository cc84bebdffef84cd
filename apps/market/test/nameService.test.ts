import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeErrorResult,
  type Hex,
  namehash,
  parseAbi,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { nameOf, resolveName } from '../src/wallets/nameService.ts'

const ada = `0x${'ad'.repeat(20)}` as const
const ben = `0x${'be'.repeat(20)}` as const
const carol = `0x${'ca'.repeat(20)}` as const
/** What ENS says: who owns a name, and how an account calls itself. */
const owners = new Map([
  ['ada.eth', ada],
  ['verified-ada.eth', carol],
])
const named = new Map<string, string>()
const asked: string[] = []
const requests: string[] = []

const resolver = parseAbi([
  'function reverseWithGateways(bytes account, uint256 coinType, string[] gateways) view returns (string, address, address)',
])
const reverts = parseAbi([
  'error OffchainLookup(address sender, string[] urls, bytes callData, bytes4 callback, bytes extra)',
])

function answer(data: Hex): { result: Hex } | { error: unknown } {
  asked.push(data)
  if (!isReverse(data)) {
    const owner = [...owners].find(([name]) => data.includes(namehash(name).slice(2)))?.[1]
    const address = encodeAbiParameters([{ type: 'address' }], [owner ?? `0x${'0'.repeat(40)}`])
    return { result: encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [address, ada]) }
  }
  const [account] = decodeFunctionData({ abi: resolver, data }).args
  const name = named.get(account) ?? ''
  if (name !== 'elsewhere')
    return {
      result: encodeAbiParameters(
        [{ type: 'string' }, { type: 'address' }, { type: 'address' }],
        [name, ada, ada],
      ),
    }
  const thrown = encodeErrorResult({
    abi: reverts,
    errorName: 'OffchainLookup',
    args: [ada, [`${url()}/gateway/{sender}/{data}`], '0x', '0x00000000', '0x'],
  })
  return { error: { code: 3, message: 'execution reverted', data: thrown } }
}

function isReverse(data: Hex): boolean {
  try {
    return decodeFunctionData({ abi: resolver, data }).functionName === 'reverseWithGateways'
  } catch {
    return false
  }
}

/** A node whose universal resolver of ENS knows these names and no others. */
const node = createServer((request, response) => {
  requests.push(request.url ?? '')
  let text = ''
  request.on('data', (chunk: Buffer) => {
    text += chunk.toString()
  })
  request.on('end', () => {
    type Call = { id: number; params: [{ data: Hex }] }
    const reply = ({ id, params }: Call) => ({ jsonrpc: '2.0', id, ...answer(params[0].data) })
    const body = JSON.parse(text) as Call | Call[]
    response.end(JSON.stringify(Array.isArray(body) ? body.map(reply) : reply(body)))
  })
})
const url = () => `http://127.0.0.1:${(node.address() as AddressInfo).port}`
beforeAll(() => new Promise<void>((done) => node.listen(0, '127.0.0.1', done)))
afterAll(() => new Promise((done) => node.close(done)))
beforeEach(() => {
  asked.length = 0
  requests.length = 0
  named.clear()
})

const resolve = (name: string) => resolveName(url(), name, new AbortController().signal)

test('a name stands for the account that ENS says', async () => {
  expect((await resolve('ADA.eth'))?.toLowerCase()).toBe(ada)
})

test('a name that nobody has, and one that cannot be, stand for nobody', async () => {
  expect(await resolve('nobody.eth')).toBeNull()
  asked.length = 0
  expect(await resolve('\u0430da.eth')).toBeNull()
  expect(asked).toEqual([])
})

test('an account is shown by the name that leads back to it, and by none that is not its own', async () => {
  named.set(ada, 'ada.eth')
  expect(await nameOf(url(), ada)).toBe('ada.eth')
  // Anybody can call themselves by the name of somebody else.
  named.set(ben, 'ada.eth')
  expect(await nameOf(url(), ben)).toBeNull()
  named.set(ben, 'ADA.eth')
  expect(await nameOf(url(), ben)).toBeNull()
  expect(await nameOf(url(), carol)).toBeNull()
})

test('a name that claims to be verified stands in quotation marks', async () => {
  named.set(carol, 'verified-ada.eth')
  expect(await nameOf(url(), carol)).toBe('“verified-ada.eth”')
})

test('a name kept on a server of its owner is not looked up there', async () => {
  named.set(ada, 'elsewhere')
  await expect(nameOf(url(), ada)).rejects.toThrow()
  expect(requests.filter((path) => path.startsWith('/gateway'))).toEqual([])
})

test('the names of many accounts are asked for in one request', async () => {
  await Promise.all([ada, ben, carol].map((account) => nameOf(url(), account)))
  expect(requests).toHaveLength(1)
})
