import { type LocalChain, rpc, startChain } from '@sluice/devnet'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { batchedReader } from '../../src/chain/multicall.ts'
import { callData, readKind, readWord, selectors } from '../../src/chain/reads.ts'
import { RpcError } from '../../src/chain/rpcError.ts'

let chain: LocalChain
beforeAll(async () => {
  chain = await startChain({ seedTokens: 12 })
})
afterAll(() => chain?.stop())

/** The node, and what it was asked. */
function node(): { readonly reader: ChainReader; readonly asked: string[] } {
  const asked: string[] = []
  const call: ChainReader['call'] = (method, params = []) => {
    asked.push(method)
    return rpc(chain.rpcUrl, method, params).catch((cause: Error) => {
      throw new RpcError(cause.message, 3)
    })
  }
  return { reader: { call, reachable: async () => true }, asked }
}

const questions = (reader: ChainReader) => {
  const [art] = chain.contracts.collections
  const token = art?.address as Address
  return Promise.all([
    readKind(reader, token),
    readWord(reader, token, callData(selectors.ownerOf, 1n)),
    readWord(reader, token, callData(selectors.ownerOf, 999_999_999n)),
    readWord(reader, chain.contracts.usdc, callData(selectors.balanceOf, token)),
    readWord(reader, `0x${'99'.repeat(20)}`, callData(selectors.balanceOf, token)),
  ])
}

test('many reads are one request to the node with the same results', async () => {
  const [apart, together] = [node(), node()]
  const multicall = chain.contracts.multicall3
  const expected = await questions(apart.reader)
  expect(await questions(batchedReader(together.reader, multicall))).toEqual(expected)
  expect(apart.asked).toHaveLength(6)
  expect(together.asked).toEqual(['eth_call'])
  expect(expected[0]).toBe('erc721')
  expect(expected.slice(2)).toEqual([undefined, 0n, undefined])
})

test('without Multicall3 each read is a request', async () => {
  const { reader, asked } = node()
  const nobody: Address = `0x${'98'.repeat(20)}`
  expect(await questions(batchedReader(reader, nobody))).toEqual(await questions(reader))
  expect(asked).toHaveLength(1 + 6 + 6)
})

test('a read for an account or of another block is a request of its own', async () => {
  const { reader, asked } = node()
  const gathered = batchedReader(reader, chain.contracts.multicall3)
  await Promise.all([
    gathered.call('eth_blockNumber'),
    gathered.call('eth_call', [{ to: chain.contracts.usdc, data: '0x18160ddd' }, 'pending']),
    gathered.call('eth_call', [
      { from: chain.contracts.weth, to: chain.contracts.usdc, data: '0x18160ddd' },
      'latest',
    ]),
  ])
  expect(asked).toEqual(['eth_blockNumber', 'eth_call', 'eth_call'])
})
