import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NodeProxy, startNodeProxy } from '../../provider/test/support/nodeProxy.ts'
import { type LocalChain, localAccounts, rpc, startChain } from '../src/index.ts'
import { wholeStateOf } from '../src/stack/nodeState.ts'

let chain: LocalChain
let node: NodeProxy
beforeAll(async () => {
  chain = await startChain()
  node = await startNodeProxy()
  node.target = chain.rpcUrl
})
afterAll(async () => {
  await node?.stop()
  await chain?.stop()
})

type State = Readonly<Record<'accounts' | 'blocks' | 'transactions' | 'best_block_number', unknown>>
const dump = async (): Promise<State> => {
  const saved = await rpc<string>(chain.rpcUrl, 'anvil_dumpState')
  return JSON.parse(gunzipSync(Buffer.from(saved.slice(2), 'hex')).toString())
}

test('default: a state that a node saved while it mined is saved again until its accounts follow from its blocks', async () => {
  const [from, to] = localAccounts().map(({ address }) => address)
  const before = await dump()
  const hash = await rpc(chain.rpcUrl, 'eth_sendTransaction', [{ from, to, value: '0x1' }])
  await expect.poll(() => rpc(chain.rpcUrl, 'eth_getTransactionReceipt', [hash])).not.toBeNull()
  const after = await dump()
  // The node writes down one thing after another, and mines in between.
  const torn: State[] = [
    { ...before, accounts: after.accounts },
    { ...before, accounts: after.accounts, transactions: after.transactions },
    { ...after, best_block_number: before.best_block_number },
  ]
  node.meddle = ({ id, method }, response) => {
    const state = torn.shift()
    if (method !== 'anvil_dumpState' || state === undefined) return false
    const result = `0x${gzipSync(JSON.stringify(state)).toString('hex')}`
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result }))
    return true
  }
  const saved = JSON.parse(await wholeStateOf(node.url))
  expect(torn).toEqual([])
  expect(saved.accounts).toEqual(after.accounts)
  expect(saved.transactions).toEqual(after.transactions)
})
