import { nodeTransport } from '@sluice/devnet'
import { encodeCall, erc721Abi, mintPublic, readCall, seaDropAddress } from '@sluice/seaport'
import { type Address, createPublicClient, type Hex, toHex, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { localDrop } from '../../../devnet/src/contracts/openDrop.ts'
import { buyTokens } from '../../src/index.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'
import type { Received, Reply } from '../support/provider.ts'

/** Mints through the real provider at the local chain's SeaDrop-like contract, and through one that lies about them. */

const market = useMarket()
const { price } = localDrop
const drop = () => market.chain.contracts.drop.address
const balanceOf = (account: string) =>
  createPublicClient({ transport: nodeTransport(market.chain.rpcUrl) }).readContract({
    address: drop(),
    abi: erc721Abi,
    functionName: 'balanceOf',
    args: [account as Address],
  })
const ownerOf = async (token: string) => {
  const [contract, tokenId] = token.split(':') as [Address, string]
  const reads = createPublicClient({ transport: nodeTransport(market.chain.rpcUrl) })
  const owner = await reads.readContract({
    address: contract,
    abi: erc721Abi,
    functionName: 'ownerOf',
    args: [BigInt(tokenId)],
  })
  return owner.toLowerCase()
}
const mint = (wallet: ScriptedWallet, quantity: number, total = price * BigInt(quantity)) =>
  buyTokens(market.client(), {
    wallet,
    items: [{ collection: drop(), quantity, fillType: 'mint' }],
    expectedPrice: { [zeroAddress]: { raw: total } },
  })

type Data = { to: string; data: Hex; value: Hex }

/** Has the provider change the call of each mint. */
function lie(change: (data: Data) => void): () => void {
  market.front.on('/execute/buy/v7', async (request: Received): Promise<Reply> => {
    const { status = 200, body } = await market.forward(request)
    const steps = body.steps as { id: string; items: { data: Data }[] }[]
    for (const { items } of steps.filter(({ id }) => id === 'sale'))
      for (const { data } of items) change(data)
    return { status, body }
  })
  return () => market.front.on('/execute/buy/v7', market.forward)
}
const rewrite = (data: Data, change: (call: Record<string, unknown>) => object) => {
  const call = readCall(mintPublic, data.data) as unknown as Record<string, unknown>
  data.data = encodeCall(mintPublic, { ...call, ...change(call) } as never)
}

test('new tokens are minted to the account, proven by their arrival', async () => {
  const wallet = market.wallet(3)
  const before = await balanceOf(wallet.account)
  const run = mint(wallet, 2)
  await run.result()
  expect(await balanceOf(wallet.account)).toBe(before + 2n)
  expect(wallet.prompts).toMatchObject([{ to: seaDropAddress, value: 2n * price }])
  expect(run.execution.status).toBe('complete')
  const minted = run.execution.steps.flatMap(({ items }) => items.flatMap((item) => item.minted ?? []))
  expect(minted).toHaveLength(2)
  for (const token of minted) expect(await ownerOf(token)).toBe(wallet.account)
})

test('a purchase that may be a mint costs no more than was agreed', async () => {
  const wallet = market.wallet(3)
  const run = buyTokens(market.client(), {
    wallet,
    items: [{ collection: drop(), quantity: 1 }],
    expectedPrice: { [zeroAddress]: { raw: price - 10n ** 15n } },
  })
  await expect(run.result()).rejects.toMatchObject({ code: 'price_mismatch' })
  expect(wallet.prompts).toEqual([])
})

test.each<readonly [string, (data: Data) => void]>([
  ['to somebody else', (data) => rewrite(data, () => ({ minterIfNotPayer: `0x${'a1'.repeat(20)}` }))],
  ['fewer tokens for the same money', (data) => rewrite(data, () => ({ quantity: 1n }))],
  [
    'of another collection',
    (data) => rewrite(data, () => ({ nftContract: market.chain.contracts.collections[0]!.address })),
  ],
  ['at another contract', (data) => (data.to = `0x${'a2'.repeat(20)}`)],
  ['for more money', (data) => (data.value = toHex(BigInt(data.value) * 2n))],
])('a mint that the provider plans %s never reaches the wallet', async (_name, change) => {
  const wallet = market.wallet(4)
  const stop = lie(change)
  try {
    await expect(mint(wallet, 2, 4n * price).result()).rejects.toMatchObject({ code: 'blocked' })
    expect(wallet.prompts).toEqual([])
  } finally {
    stop()
  }
})

test('what cannot be minted ends with the provider’s sentence', async () => {
  const wallet = market.wallet(5)
  await expect(mint(wallet, 6).result()).rejects.toMatchObject({
    message: expect.stringContaining('Unable to fill requested quantity'),
  })
  const bought = buyTokens(market.client(), {
    wallet,
    items: [{ collection: drop(), fillType: 'sometimes' as never }],
  })
  await expect(bought.result()).rejects.toMatchObject({
    code: 'invalid_input',
    data: { field: 'items.0.fillType' },
  })
})
