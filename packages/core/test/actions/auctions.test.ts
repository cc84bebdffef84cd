import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { announceAuction, withdrawAuction } from '../../src/actions/announceAuction.ts'
import { getAuctions, getTokens } from '../../src/reads/marketReads.ts'
import { verifyAuction } from '../../src/reads/verifyAuction.ts'
import { useMarket } from '../support/market.ts'

const market = useMarket()
const eth = 10n ** 18n

test('an owner announces an auction and withdraws it, and a client verifies by the chain what a provider shows', async () => {
  const seller = market.wallet(0)
  const client = market.client()
  const token = await market.mint(seller)
  const shown = async () => {
    const { items } = await getTokens(client, { tokens: [token], includeAuction: true })
    return items[0]?.market?.auction ?? undefined
  }
  const expirationTime = Math.floor(Date.now() / 1_000) + 3_600
  const asked = { wallet: seller, token, weiReserve: eth, stepBps: 1_000, expirationTime }
  const announced = await announceAuction(client, asked).done
  expect(announced.error).toBeUndefined()
  expect(seller.prompts).toMatchObject([{ kind: 'typedData', primaryType: 'AuctionAnnouncement' }])
  const auction = await shown()
  if (auction === undefined) throw new Error('The auction is not shown.')
  expect(auction).toMatchObject({ seller: seller.account, stepBps: 1_000, endsAt: expirationTime })
  expect(auction.nextOffer?.amount.raw).toBe(eth)
  const [contract] = token.split(':')
  expect((await getAuctions(client, { collection: contract })).items).toContainEqual(auction)

  expect(await verifyAuction(client, { auction, wallet: seller })).toBe(true)
  const { reserve } = auction
  const lies = [
    { ...auction, endsAt: auction.endsAt + 1 },
    { ...auction, stepBps: 1 },
    { ...auction, reserve: { ...reserve, amount: { raw: 1n } } },
    { ...auction, seller: market.wallet(1).account as `0x${string}` },
  ]
  for (const lie of lies) expect(await verifyAuction(client, { auction: lie, wallet: seller })).toBe(false)

  const withdrawn = await withdrawAuction(client, { wallet: seller, token }).done
  expect(withdrawn.error).toBeUndefined()
  expect(await shown()).toBeUndefined()

  const data = encodeFunctionData({
    abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
    args: [
      seller.account as `0x${string}`,
      market.wallet(1).account as `0x${string}`,
      BigInt(auction.tokenId),
    ],
  })
  const call = { account: seller.account, chainId: market.chain.id, to: contract, data, value: 0n }
  await market.sendRaw(seller, call as never)
  expect(await verifyAuction(client, { auction, wallet: seller })).toBe(false)
})
