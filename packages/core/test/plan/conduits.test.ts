import { type LocalChain, rpc, sendFromNode, startChain } from '@sluice/devnet'
import { requiredReads } from '@sluice/guards'
import { seaportAddress } from '@sluice/seaport'
import { parsePlan } from '@sluice/wire'
import { type Address, encodeFunctionData, parseAbi, slice } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ConduitState } from '../../../guards/src/model/chainState.ts'
import * as honest from '../../../guards/test/honest/honest.ts'
import * as who from '../../../guards/test/support/actors.ts'
import { checkFixture } from '../../../guards/test/support/checkFixture.ts'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { readChainState } from '../../src/chain/readChainState.ts'
import type { Chain } from '../../src/chains/chain.ts'
import { createClient } from '../../src/client.ts'
import { noReads } from '../support/noReads.ts'

let local: LocalChain
let chain: Chain
const asked: string[] = []
const reader: ChainReader = {
  reachable: async () => true,
  call: (method, params = []) => {
    asked.push(method)
    return rpc(local.rpcUrl, method, params)
  },
}
const stranger: Address = `0x${'5e'.repeat(20)}`
const controllerAbi = parseAbi(['function updateChannel(address conduit, address channel, bool isOpen)'])

beforeAll(async () => {
  local = await startChain({ seedTokens: 12 })
  const { contracts } = local
  const client = createClient({
    chains: [
      {
        id: local.id,
        name: local.name,
        baseApiUrl: 'http://127.0.0.1',
        multicall3: contracts.multicall3,
        conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
      },
    ],
  })
  ;[chain] = client.chains as [Chain]
})
afterAll(() => local?.stop())

const read = async (of: Chain = chain): Promise<ConduitState | undefined> => {
  const facts = await readChainState(reader, of, who.user, { ...noReads, conduits: of.conduits })
  return facts.conduits?.get(local.contracts.conduit)
}
/** Opens or closes a channel, as the owner of the conduit, who is named in its key. */
async function setChannel(channel: Address, isOpen: boolean): Promise<void> {
  const { conduit, conduitController, conduitKey } = local.contracts
  const owner = slice(conduitKey, 0, 20)
  await rpc(local.rpcUrl, 'anvil_impersonateAccount', [owner])
  await rpc(local.rpcUrl, 'anvil_setBalance', [owner, '0xde0b6b3a7640000'])
  const data = encodeFunctionData({
    abi: controllerAbi,
    functionName: 'updateChannel',
    args: [conduit, channel, isOpen],
  })
  await sendFromNode(local.rpcUrl, { from: owner, to: conduitController, data })
}

/** What is found of an approval while the conduit is in a state. */
const findingsOf = (state: ConduitState | undefined, make = honest.BUY_E) => {
  const fixture = make()
  const conduits = state && new Map([[who.conduit, state]])
  return checkFixture({ ...fixture, facts: { ...fixture.facts, conduits } }).findings.flatMap(
    ({ code, severity }) => (severity === 'info' ? [] : [`${severity} ${code}`]),
  )
}

test('the channels of a conduit are read in the same request as the rest of the chain state', async () => {
  asked.length = 0
  const state = await read()
  expect(state?.exists).toBe(true)
  expect(state?.channels).toContain(seaportAddress['1.6'])
  expect(findingsOf(state)).toEqual([])
  expect(asked.filter((method) => method === 'eth_call')).toHaveLength(1)
  expect(asked).not.toContain('eth_getCode')
})

test('a plan with an approval reads its conduit, and a plan without one does not', () => {
  const needs = ({ intent, response, policy }: honest.Fixture) =>
    requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain }).conduits
  for (const make of [honest.BUY_E, honest.LIST_A, honest.BID, honest.SELL_A, honest.XFER_B])
    expect(needs(make())).toEqual([{ key: who.conduitKey, address: who.conduit }])
  expect(needs(honest.CXL())).toEqual([])
})

test('a channel that is not Seaport asks for confirmation before anything is approved', async () => {
  await setChannel(stranger, true)
  const state = await read()
  await setChannel(stranger, false)
  for (const make of [honest.BUY_E, honest.LIST_A, honest.BID, honest.SELL_A, honest.XFER_B])
    expect(new Set(findingsOf(state, make))).toEqual(new Set(['confirm APR_CHANNEL']))
  expect(findingsOf(await read())).toEqual([])
})

test('nothing is approved for an address without code', async () => {
  const { conduit } = local.contracts
  const code = await rpc<string>(local.rpcUrl, 'eth_getCode', [conduit, 'latest'])
  await rpc(local.rpcUrl, 'anvil_setCode', [conduit, '0x'])
  const state = await read()
  await rpc(local.rpcUrl, 'anvil_setCode', [conduit, code])
  expect(findingsOf(state)).toContain('block APR_NO_CODE')
})

test('without a known controller the code is read, and unknown channels block nothing', async () => {
  const unknown = { ...chain, conduitController: stranger }
  const state = await read(unknown)
  expect(state).toEqual({ exists: true })
  expect(findingsOf(state)).toEqual([])
  const conduits = [{ key: chain.conduits[0]!.key, address: stranger }]
  const facts = await readChainState(reader, { ...unknown, conduits }, who.user, { ...noReads, conduits })
  expect(facts.conduits?.get(stranger)).toEqual({ exists: false })
  expect(findingsOf({ exists: false })).toContain('block APR_NO_CODE')
})

test('Seaports of every version may be channels, as in conduits in use', () => {
  const channels = [...who.policy.approvals.channels, ...Object.values(seaportAddress)]
  expect(channels.length).toBeGreaterThanOrEqual(8)
  expect(findingsOf({ exists: true, channels })).toEqual([])
})

test('an approval of a whole collection for one token asks for confirmation', () => {
  const one = () => {
    const fixture = honest.XFER_B()
    const intent = honest.transferIntent({ contract: who.nft, tokenId: 1n, quantity: 1n })
    const items = honest.bulkItems.slice(0, 1)
    fixture.response.steps[0].items = [honest.approveOperator(who.nft)]
    fixture.response.steps[1].items = [
      honest.bulkTransfer([{ items, recipient: who.receiver, validateERC721Receiver: true }]),
    ]
    return { ...fixture, intent }
  }
  expect(findingsOf(undefined, one)).toEqual(['confirm APR_OPERATOR'])
  expect(findingsOf(undefined, honest.XFER_B)).toEqual([])
})
