import { approve, encodeCall } from '@sluice/seaport'
import { expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { memoryStorage } from '../../src/journal/storage.ts'
import { useMarket } from '../support/market.ts'

const market = useMarket()
const eth = 10n ** 18n

test('a purchase asks before it approves money that an open offer without an allowance would take', async () => {
  const { conduit, weth } = market.chain.contracts
  const [seller, buyer] = [market.wallet(0), market.wallet(1)]
  const storage = memoryStorage()
  const client = market.client({ storage })
  const [wanted, listed, another] = [
    await market.mint(seller),
    await market.mint(seller),
    await market.mint(seller),
  ]
  await placeBids(client, { wallet: buyer, bids: [{ token: wanted, weiPrice: eth }] }).result()
  for (const token of [listed, another])
    await listTokens(market.client(), {
      wallet: seller,
      listings: [{ token, weiPrice: eth / 2n, currency: weth }],
    }).result()
  const allow = (value: bigint) => {
    const data = encodeCall(approve, { spender: conduit, value })
    return market.sendRaw(buyer, { to: weth, data, value: 0n } as never)
  }
  const bought = async (token: string, answer: boolean) => {
    const asked: string[] = []
    const { status } = await buyTokens(client, {
      wallet: buyer,
      items: [{ token }],
      expectedPrice: { [weth]: { raw: eth / 2n } },
      confirm: async ({ verdict }) => {
        if (verdict.decision === 'confirm') asked.push(...verdict.findings.map(({ code }) => code))
        return verdict.decision === 'allow' || answer
      },
    }).done
    return { status, asked: asked.filter((code) => code === 'ORD_FUNDS') }
  }
  await allow(0n)
  expect(await bought(listed, false)).toMatchObject({ asked: ['ORD_FUNDS'] })
  await allow(eth)
  expect(await bought(another, false)).toEqual({ status: 'complete', asked: [] })
})
