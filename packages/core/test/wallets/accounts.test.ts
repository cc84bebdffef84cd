import { erc721Abi } from '@sluice/seaport'
import { type Address, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { listTokens } from '../../src/actions/listTokens.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Run } from '../../src/run/run.ts'
import { eip1193Wallet } from '../../src/wallets/eip1193.ts'
import { eth, useWorld } from '../faults/support/world.ts'

/** Orders of accounts that are contracts: their own code says whether a signature is theirs (EIP-1271). */
const world = useWorld()

/** Returns the magic value of EIP-1271 to whoever asks, or zero. */
const accepting: Hex = '0x631626ba7e60e01b5f5260205ff3'
const refusing: Hex = '0x5f5f5260205ff3'
const wrap = (signature: Hex): Hex =>
  `${encodeAbiParameters([{ type: 'address' }, { type: 'bytes' }, { type: 'bytes' }], [world.nft, '0x1234', signature])}${'6492'.repeat(16)}`

/** A contract account that owns a token and lets the conduit move it. */
async function contractAccount(address: Address, code: Hex): Promise<bigint> {
  const { node, seller, nft, chain } = world
  const tokenId = world.token()
  const move = encodeFunctionData({
    abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
    functionName: 'transferFrom',
    args: [seller.account, address, tokenId],
  })
  await node.mined(await seller.send({ to: nft, data: move }))
  await node.real('anvil_setBalance', [address, '0xde0b6b3a7640000'])
  await node.real('anvil_impersonateAccount', [address])
  const data = encodeFunctionData({
    abi: erc721Abi,
    functionName: 'setApprovalForAll',
    args: [chain.contracts.conduit, true],
  })
  await node.mined(await node.real<Hex>('eth_sendTransaction', [{ from: address, to: nft, data }]))
  await node.real('anvil_setCode', [address, code])
  seller.reset()
  seller.shows.accounts = [address]
  return tokenId
}
const list = async (tokenId: bigint) => {
  const client = world.client()
  const listings = [{ token: `${world.nft}:${tokenId}`, weiPrice: eth }]
  return world.end(client, listTokens(client, { wallet: eip1193Wallet(world.seller.provider), listings }))
}
const signature: Hex = `0x${'5a'.repeat(97)}`

test.each([
  ['its own', 'c1', (): Hex => signature],
  ['wrapped for an account to be deployed (ERC-6492)', 'c3', () => wrap(signature)],
])(
  'a contract account lists with a signature that is %s, and Seaport sells its token',
  async (_name, byte, answer) => {
    const account: Address = `0x${byte.repeat(20)}`
    const tokenId = await contractAccount(account, accepting)
    world.seller.on('eth_signTypedData_v4', answer)
    const listing = await list(tokenId)
    expect(listing.error).toBeUndefined()
    const posted = world.provider.requests.find(({ path }) => path === '/order/v3')
    expect(posted?.query.get('signature')).toBe(signature)
    const client = world.client()
    const bought = await world.end(
      client,
      await world.buy(client, { items: [{ token: `${world.nft}:${tokenId}` }] }),
    )
    expect(bought.error).toBeUndefined()
    expect(await world.ownerOf(tokenId)).toBe(world.buyer.account)
  },
)

test('a signature that the account’s own code rejects is never posted', async () => {
  const tokenId = await contractAccount(`0x${'c2'.repeat(20)}`, refusing)
  world.seller.on('eth_signTypedData_v4', () => signature)
  expect((await list(tokenId)).error?.code).toBe('bad_signature')
  expect(world.provider.count('/order/v3')).toBe(0)
})

/** `isValidSignature(bytes32,bytes)`: what the account is asked. */
const validity = '0x1626ba7e'

describe('a signature of a contract account that no node could be asked about', () => {
  /** Lists while no node answers for the account, and returns how it ended and what the journal says. */
  async function listing(byte: string, onValidity: () => unknown) {
    const tokenId = await contractAccount(`0x${byte.repeat(20)}`, accepting)
    world.seller.on('eth_signTypedData_v4', () => signature)
    const faults = { isOver: false }
    world.node.on('eth_call', ([call], next) => {
      const { data } = call as { data: Hex }
      return data.startsWith(validity) && !faults.isOver ? onValidity() : next()
    })
    const client = world.client()
    const wallet = eip1193Wallet(world.seller.provider)
    const listings = [{ token: `${world.nft}:${tokenId}`, weiPrice: eth }]
    return { client, wallet, faults, run: listTokens(client, { wallet, listings }) }
  }
  const down = () => {
    throw { code: -32_000, message: 'The node is overloaded' }
  }

  test('is kept, and posted once a node answers', async () => {
    const { client, wallet, faults, run } = await listing('c4', down)
    const { error } = await world.end(client, run)
    expect(error?.code).toBe('provider_unreachable')
    expect(error?.money).toBe('signed')
    const [entry] = await client.journal.entries()
    expect(entry?.state).toBe('signed')
    expect(error?.data.mayBeLive).toEqual(entry?.orderIds)
    expect(world.provider.count('/order/v3')).toBe(0)
    faults.isOver = true
    const [resumed] = await world.clock.until(resume(client, { wallet }))
    expect(resumed?.entry.state).toBe('posted')
    expect(world.provider.count('/order/v3')).toBe(1)
  })

  test('is kept and not posted later if the user stopped the listing meanwhile', async () => {
    const held: { run?: Run } = {}
    const { client, wallet, faults, run } = await listing('c5', () => {
      held.run?.abort()
      return down()
    })
    held.run = run
    const { error } = await world.end(client, run)
    expect(error?.code).toBe('aborted')
    expect(error?.money).toBe('signed')
    expect((await client.journal.entries())[0]?.state).toBe('signed')
    faults.isOver = true
    await world.clock.until(resume(client, { wallet }))
    expect(world.provider.count('/order/v3')).toBe(0)
  })
})
