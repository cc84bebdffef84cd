import { requiredReads, type Verdict } from '@sluice/guards'
import { domainSeparator, seaportAddress, seaportDomain } from '@sluice/seaport'
import { parsePlan } from '@sluice/wire'
import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import * as who from '../../../guards/test/support/actors.ts'
import { checkFixture } from '../../../guards/test/support/checkFixture.ts'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { readChainState } from '../../src/chain/readChainState.ts'
import { RpcError } from '../../src/chain/rpcError.ts'
import { mainnet } from '../../src/chains/index.ts'
import { createClient } from '../../src/client.ts'

const blocks = (verdict: Verdict) =>
  verdict.findings.filter(({ severity }) => severity === 'block').map(({ code, path }) => `${code} ${path}`)
const separator = domainSeparator(seaportDomain(1, '1.6', who.seaport))

describe('the code at the addresses of a plan', () => {
  test('blocks a Seaport without code, which would keep the coin', () => {
    const facts = who.factsOf({ unknownContracts: new Map([[who.seaport, '0x']]) })
    expect(blocks(checkFixture({ ...honest.BUY_A(), facts }))).toEqual(['TX_CODE steps'])
  })

  test.each([honest.BUY_A, honest.SELL_A, honest.LIST, honest.BID, honest.XFER])(
    'blocks a collection (%o) without code, or with code that is not a collection',
    (make) => {
      for (const code of ['0x', keccak256('0x6000')] as const) {
        const fixture = make()
        const facts = { ...fixture.facts, unknownContracts: new Map([[who.nft, code]]) }
        expect(blocks(checkFixture({ ...fixture, facts })).join()).toContain('TX_CODE')
      }
    },
  )
})

describe('reading that code', () => {
  const { multicall3: _, ...ethereum } = mainnet
  const [chain] = createClient({ chains: [{ ...ethereum, baseApiUrl: 'http://127.0.0.1' }] }).chains
  if (chain === undefined) throw new Error('A client has the chains it was given.')
  const word = (value: bigint | string) =>
    (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')
  /** A node on which only some addresses have code; the collection knows ERC-165 or does not. */
  const node = (
    code: Readonly<Record<string, string>>,
    knows: boolean,
    asked: string[],
    domain = separator,
  ): ChainReader => ({
    reachable: async () => true,
    call: async (method, params = []) => {
      asked.push(method)
      const [first] = params as [{ to: string; data: string } & string]
      if (method === 'eth_getCode') return code[String(first).toLowerCase()] ?? '0x'
      if (method === 'eth_getBlockByNumber') return { timestamp: `0x${who.nowSeconds.toString(16)}` }
      if (method !== 'eth_call') throw new RpcError('unknown', undefined)
      const { to, data } = first
      if (code[to.toLowerCase()] === undefined) return '0x'
      if (data.startsWith('0xf47b7740'))
        return `0x${word(96n)}${word(domain)}${word(1n)}${word(3n)}${'312e36'.padEnd(64, '0')}`
      if (data.startsWith('0x01ffc9a7')) {
        if (!knows) throw new RpcError('execution reverted', 3)
        return `0x${word(data.includes('80ac58cd') ? 1n : 0n)}`
      }
      return `0x${word(0n)}`
    },
  })
  const read = async (code: Readonly<Record<string, string>>, knows = true, domain = separator) => {
    const { intent, response, policy } = honest.BUY_A()
    const needs = requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain })
    const asked: string[] = []
    const facts = await readChainState(node(code, knows, asked, domain), chain, who.user, needs)
    return { facts, asked }
  }

  test('costs an honest plan one request to Seaport, and reads no code but the account’s', async () => {
    const { facts, asked } = await read({ [who.seaport]: '0x60', [who.nft]: '0x60' })
    expect(facts.unknownContracts).toEqual(new Map())
    expect(asked.filter((method) => method === 'eth_getCode')).toHaveLength(1)
  })

  test('detects a missing Seaport, a missing collection and missing ERC-165', async () => {
    expect((await read({})).facts.unknownContracts).toEqual(
      new Map([
        [who.nft, '0x'],
        [who.seaport, '0x'],
      ]),
    )
    const { facts } = await read({ [who.seaport]: '0x60', [who.nft]: '0x6001' }, false)
    expect(facts.unknownContracts).toEqual(new Map([[who.nft, keccak256('0x6001')]]))
  })

  test('detects a Seaport of another chain or version by its domain', async () => {
    const code = { [who.seaport]: '0x6002', [who.nft]: '0x60' }
    for (const wrong of [seaportDomain(137, '1.6', who.seaport), seaportDomain(1, '1.5', who.seaport)]) {
      const { facts } = await read(code, true, domainSeparator(wrong))
      expect(facts.unknownContracts).toEqual(new Map([[who.seaport, keccak256('0x6002')]]))
      for (const make of [honest.BUY_A, honest.LIST, honest.CXL])
        expect(
          blocks(
            checkFixture({
              ...make(),
              facts: who.approvedFacts(
                facts.unknownContracts && { unknownContracts: facts.unknownContracts },
              ),
            }),
          ).join(),
        ).toContain('TX_CODE')
    }
  })

  test('a node that fails makes no contract unknown', async () => {
    const { intent, response, policy } = honest.BUY_A()
    const needs = requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain })
    const failing: ChainReader = {
      reachable: async () => true,
      call: () => Promise.reject(new TypeError('no network')),
    }
    const facts = await readChainState(failing, chain, who.user, needs)
    expect(facts.unknownContracts).toEqual(new Map())
  })

  test('only Seaports of the plan are read', () => {
    const named = (make: () => honest.Fixture) => {
      const { intent, response, policy } = make()
      return requiredReads({ intent, plan: parsePlan(response), policy, chain: who.chain }).seaports
    }
    expect(named(honest.LIST)).toEqual([who.seaport])
    expect(named(honest.CXL)).toEqual([who.seaport])
    expect(named(honest.XFER)).toEqual([])
    expect(named(honest.BUY_A)).not.toContain(seaportAddress['1.5'])
  })
})
