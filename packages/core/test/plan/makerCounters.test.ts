import { incrementCounter } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { useMarket } from '../support/market.ts'

/** The counter of a maker decides the id of its order, and with it what is said about the order. */
const market = useMarket()
const eth = 10n ** 18n

/** A network whose node fails for the counter of one maker, and for nothing else. */
const failingFor =
  (maker: string): typeof globalThis.fetch =>
  async (input, init) => {
    const text = String(init?.body ?? '')
    const isCounter = text.includes(`f07ec373${'0'.repeat(24)}${maker.slice(2)}`)
    if (!isCounter || text.includes('eth_simulate')) return fetch(input, init)
    const error = { code: -32005, message: 'limit exceeded' }
    return new Response(JSON.stringify({ jsonrpc: '2.0', id: 1, error }), {
      headers: { 'content-type': 'application/json' },
    })
  }

test.each([false, true])(
  'an order whose maker’s counter was not read is not bought: it could not be told from a skipped one (partial: %s)',
  async (partial) => {
    const [seller, buyer] = [market.wallet(partial ? 2 : 0), market.wallet(1)]
    const { to, data } = incrementCounter(market.chain.contracts.seaport.toLowerCase() as Address)
    await market.sendRaw(seller, { to, data, value: 0n } as Parameters<typeof market.sendRaw>[1])
    const token = await market.mint(seller)
    await listTokens(market.client(), { wallet: seller, listings: [{ token, weiPrice: eth }] }).result()
    const { request: _node, ...wallet } = buyer
    const { id, name, rpcUrl, contracts } = market.chain
    const chain = { id, name, baseApiUrl: market.front.url, rpcUrls: [rpcUrl], blockTime: 1_000 }
    const conduits = [{ key: contracts.conduitKey, address: contracts.conduit }]
    const client = market.client({
      fetch: failingFor(seller.account),
      chains: [{ ...chain, wrappedNative: contracts.weth, conduits }],
    })
    const prompts = buyer.prompts.length
    const { status, error, verdict } = await buyTokens(client, {
      wallet,
      items: [{ token }],
      expectedPrice: { [zeroAddress]: { raw: eth } },
      options: { partial },
    }).done
    expect([status, error?.code, buyer.prompts.length]).toEqual(['failed', 'blocked', prompts])
    expect(verdict?.findings.map(({ code }) => code)).toContain('ORD_COUNTER')
  },
)
