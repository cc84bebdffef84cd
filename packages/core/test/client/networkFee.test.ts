import { numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createClient } from '../../src/client.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { getNetworkFee, type NetworkFeeParameters } from '../../src/reads/getNetworkFee.ts'
import { startTestProvider, type TestProvider } from '../support/provider.ts'

type Rpc = {
  readonly id: number
  readonly method: string
  readonly params: readonly { data?: string; to?: string }[]
}

let node: TestProvider
/** What the node answers by method; a method without an answer reverts. */
const answers = new Map<string, (params: Rpc['params']) => string | object | undefined>()
beforeAll(async () => {
  node = await startTestProvider('')
  const answer = ({ id, method, params }: Rpc) => {
    const result = answers.get(method)?.(params)
    return result === undefined
      ? { jsonrpc: '2.0', id, error: { code: 3, message: 'execution reverted', data: '0x' } }
      : { jsonrpc: '2.0', id, result }
  }
  node.on('*', ({ body }) => ({ body: Array.isArray(body) ? body.map(answer) : answer(body) }))
})
beforeEach(() => {
  answers.clear()
  answers.set('eth_chainId', () => '0x1')
  answers.set('eth_gasPrice', () => numberToHex(12n))
  answers.set('eth_getBlockByNumber', () => ({
    number: '0x1',
    timestamp: '0x1',
    baseFeePerGas: numberToHex(10n),
  }))
  answers.set('eth_estimateGas', () => numberToHex(100_000n))
  answers.set('eth_call', () => '0x')
})
afterAll(() => node.stop())

const address = (byte: string) => `0x${byte.repeat(20)}` as const
const call = (data: `0x${string}` = '0x12345678') => ({
  account: address('a1'),
  to: address('b2'),
  data,
  value: 0n,
})
const feeOf = (parameters: Partial<NetworkFeeParameters> = {}) => {
  const client = createClient({
    chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example', rpcUrls: [node.url] }],
    storage: memoryStorage(),
  })
  return getNetworkFee(client, { calls: [call()], ...parameters })
}

test('a network fee is gas times its present price, and its maximum is the fee after the base fee doubles', async () => {
  expect(await feeOf()).toEqual({ expected: 1_200_000n, most: 2_200_000n })
})

test('the fees of several transactions are added up', async () => {
  expect(await feeOf({ calls: [call(), call('0xdeadbeef')] })).toEqual({
    expected: 2_400_000n,
    most: 4_400_000n,
  })
})

test('a call that needs an earlier one costs a quarter more than the simulation used', async () => {
  answers.set('eth_estimateGas', ([{ data } = {}]) =>
    data === '0xdeadbeef' ? undefined : numberToHex(100_000n),
  )
  const calls = [call(), call('0xdeadbeef')]
  expect(await feeOf({ calls, gas: [50_000n, 80_000n] })).toMatchObject({ expected: 2_400_000n })
  expect(await feeOf({ calls })).toBeUndefined()
})

test('the fee for a transaction’s data is included on a chain that has one', async () => {
  answers.set('eth_call', ([{ to } = {}]) =>
    to?.endsWith('000f') === true ? numberToHex(5_000n, { size: 32 }) : '0x',
  )
  expect(await feeOf()).toEqual({ expected: 1_205_000n, most: 2_210_000n })
})

test('a chain without a base fee has the gas price alone', async () => {
  answers.set('eth_getBlockByNumber', () => ({ number: '0x1', timestamp: '0x1' }))
  expect(await feeOf()).toEqual({ expected: 1_200_000n, most: 2_400_000n })
})

test('a node without a gas price leaves the fee unknown', async () => {
  answers.delete('eth_gasPrice')
  expect(await feeOf()).toBeUndefined()
})
