import { buildListing, erc721Abi, fulfill, orderTypedData, seaportDomain } from '@sluice/seaport'
import { type Address, type Hex, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CreatorTokens,
  deployCreatorTokens,
  type LocalChain,
  localAccounts,
  startChain,
  type Writer,
  writerOf,
} from '../src/index.ts'

let chain: LocalChain
let tokens: CreatorTokens
let [ada, ben]: Writer[] = []
beforeAll(async () => {
  chain = await startChain()
  tokens = await deployCreatorTokens(chain)
  ;[ada, ben] = localAccounts().map(({ privateKey }) => writerOf(chain, privateKey)) as [Writer, Writer]
  for (const address of [tokens.erc721, tokens.erc1155])
    await ada?.write({
      address,
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [chain.contracts.conduit, true],
    })
})
afterAll(() => chain?.stop())

let salt = 0n
/** Ada lists a new token, and Ben buys it over the conduit. */
async function trade(kind: 'erc721' | 'erc1155'): Promise<'sold' | 'reverted'> {
  const seller = ada as Writer
  const buyer = ben as Writer
  salt += 1n
  const token = tokens[kind]
  let tokenId = salt
  if (kind === 'erc721') {
    const abi = parseAbi(['function mint(address to, uint256 count)'])
    const { logs } = await seller.write({
      address: token,
      abi,
      functionName: 'mint',
      args: [seller.account.address, 1n],
    })
    tokenId = BigInt(logs.at(-1)?.topics[3] ?? 0)
  } else {
    const abi = parseAbi(['function mint(address to, uint256 id, uint256 amount)'])
    const args = [seller.account.address, tokenId, 1n] as const
    await seller.write({ address: token, abi, functionName: 'mint', args })
  }
  const now = BigInt(Math.floor(Date.now() / 1000))
  const components = buildListing({
    maker: seller.account.address.toLowerCase() as Address,
    gross: parseEther('1'),
    currency: zeroAddress,
    quantity: 1n,
    fees: [{ recipient: tokens.artist, bps: tokens.royaltyBps }],
    startTime: now - 600n,
    endTime: now + 86_400n,
    salt,
    conduitKey: chain.contracts.conduitKey,
    counter: 0n,
    token,
    tokenId,
    kind,
  })
  const signature = (await seller.account.signTypedData(
    orderTypedData(seaportDomain(chain.id, '1.6'), components) as never,
  )) as Hex
  const { seaport, conduitKey } = chain.contracts
  const call = fulfill({ components, signature }, { seaport, conduitKey, now })
  try {
    await buyer.send(call)
    return 'sold'
  } catch (cause) {
    expect(String(cause)).toContain('revert')
    return 'reverted'
  }
}

const both = async () => [await trade('erc721'), await trade('erc1155')]

test('by default nobody but the owner moves the tokens, and a sale over the conduit reverts', async () => {
  expect(await both()).toEqual(['reverted', 'reverted'])
  const seller = ada as Writer
  await seller.write({
    address: tokens.erc721,
    abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
    functionName: 'transferFrom',
    args: [seller.account.address, ben?.account.address as Address, 1n],
  })
})

test('a sale succeeds once the conduit is on the whitelist', async () => {
  await tokens.setPolicy({ level: 3, whitelist: [chain.contracts.conduit] })
  expect(await both()).toEqual(['sold', 'sold'])
})

test('without restrictions, and beside a blacklist, everybody may move the tokens', async () => {
  await tokens.setPolicy({ level: 1 })
  expect(await both()).toEqual(['sold', 'sold'])
  await tokens.setPolicy({ level: 2, blacklist: [chain.contracts.seaport] })
  expect(await both()).toEqual(['sold', 'sold'])
  await tokens.setPolicy({ level: 2, blacklist: [chain.contracts.conduit] })
  expect(await both()).toEqual(['reverted', 'reverted'])
})

test('the artist is owed a share of every sale, and the tokens draw themselves', async () => {
  const reads = (ada as Writer).reads
  const royalty = await reads.readContract({
    address: tokens.erc721,
    abi: parseAbi(['function royaltyInfo(uint256 id, uint256 price) view returns (address, uint256)']),
    functionName: 'royaltyInfo',
    args: [1n, parseEther('1')],
  })
  expect([royalty[0].toLowerCase(), royalty[1]]).toEqual([tokens.artist, parseEther('0.05')])
  const uri = await reads.readContract({
    address: tokens.erc721,
    abi: parseAbi(['function tokenURI(uint256 id) view returns (string)']),
    functionName: 'tokenURI',
    args: [1n],
  })
  const metadata = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString())
  expect(metadata).toMatchObject({ name: 'Lanterns #1' })
  expect(metadata.image).toMatch(/^data:image\/svg/)
})
