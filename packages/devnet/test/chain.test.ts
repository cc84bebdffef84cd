import {
  conduitControllerAbi,
  domainSeparator,
  erc721Abi,
  erc1155Abi,
  seaportAbi,
  seaportDomain,
} from '@sluice/seaport'
import { parseAbi } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { idleBlocks } from '../src/chain/idleBlocks.ts'
import {
  freePort,
  type LocalChain,
  localAccounts,
  rpc,
  startChain,
  type Writer,
  writerOf,
} from '../src/index.ts'

let chain: LocalChain
let writer: Writer
beforeAll(async () => {
  chain = await startChain()
  writer = writerOf(chain, localAccounts()[0]!.privateKey)
})
afterAll(() => chain?.stop())

test('the local accounts are those that the node has, each with its key', async () => {
  const accounts = localAccounts()
  expect(accounts.map(({ address }) => address)).toEqual(await rpc(chain.rpcUrl, 'eth_accounts'))
  for (const { address, privateKey } of accounts)
    expect(privateKeyToAddress(privateKey).toLowerCase()).toBe(address)
})

test('Seaport 1.6 is at its canonical address with its own domain separator', async () => {
  const [version, separator, controller] = await writer.reads.readContract({
    address: chain.contracts.seaport,
    abi: seaportAbi,
    functionName: 'information',
  })
  expect(version).toBe('1.6')
  expect(separator).toBe(domainSeparator(seaportDomain(chain.id, '1.6')))
  expect(controller.toLowerCase()).toBe(chain.contracts.conduitController)
})

test('the conduit of the known key is open to Seaport', async () => {
  const { conduitController, conduit, conduitKey, seaport } = chain.contracts
  const read = { address: conduitController, abi: conduitControllerAbi } as const
  const [address, exists] = await writer.reads.readContract({
    ...read,
    functionName: 'getConduit',
    args: [conduitKey],
  })
  expect([address.toLowerCase(), exists]).toEqual([conduit, true])
  expect(
    await writer.reads.readContract({ ...read, functionName: 'getChannelStatus', args: [conduit, seaport] }),
  ).toBe(true)
})

describe('collections', () => {
  const pictureOf = (uri: string) => {
    const metadata = JSON.parse(Buffer.from(uri.split(',')[1] ?? '', 'base64').toString())
    return { metadata, svg: Buffer.from(metadata.image.split(',')[1], 'base64').toString() }
  }

  test('every token carries its picture and its traits on chain', async () => {
    for (const { address, kind } of chain.contracts.collections) {
      if (kind === 'erc721')
        await writer.write({
          address,
          abi: parseAbi(['function mint(address to, uint256 count)']),
          functionName: 'mint',
          args: [writer.account.address, 3n],
        })
      for (const id of [1n, 2n, 3n]) {
        const uri =
          kind === 'erc721'
            ? await writer.reads.readContract({
                address,
                abi: erc721Abi,
                functionName: 'tokenURI',
                args: [id],
              })
            : await writer.reads.readContract({ address, abi: erc1155Abi, functionName: 'uri', args: [id] })
        const { metadata, svg } = pictureOf(uri)
        expect(metadata.name).toContain(String(id))
        expect(metadata.attributes.length).toBeGreaterThan(1)
        expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 400 400">.*<\/svg>$/s)
      }
    }
  })

  test('one collection pays its artist 5 %', async () => {
    const orbits = chain.contracts.collections[1]!.address
    const [receiver, amount] = await writer.reads.readContract({
      address: orbits,
      abi: erc721Abi,
      functionName: 'royaltyInfo',
      args: [1n, 10_000n],
    })
    expect([receiver.toLowerCase(), amount]).toEqual([localAccounts()[6]!.address, 500n])
  })
})

test('two chains run side by side, and a taken port is reported and skipped', async () => {
  const said: string[] = []
  const taken = Number(new URL(chain.rpcUrl).port)
  const port = await freePort(taken, 'the test', (line) => said.push(line))
  expect(port).not.toBe(taken)
  expect(said.join()).toContain(`Port ${taken} is taken`)
  const second = await startChain({ chainId: 1337 })
  try {
    expect(await writerOf(second, localAccounts()[1]!.privateKey).reads.getChainId()).toBe(1337)
    expect(second.contracts.collections[0]?.name).not.toBe(chain.contracts.collections[0]?.name)
  } finally {
    await second.stop()
  }
})

test('a writer counts its transactions from zero on a later chain at the same port', async () => {
  const [ada] = localAccounts()
  const first = await startChain()
  const port = Number(new URL(first.rpcUrl).port)
  const give = (on: LocalChain) => writerOf(on, ada!.privateKey).send({ to: ada!.address, data: '0x' })
  await give(first)
  await give(first)
  await first.stop()
  const second = await startChain({ port })
  try {
    expect((await give(second)).status).toBe('success')
  } finally {
    await second.stop()
  }
})

test('an idle chain keeps producing blocks, so that it does not look like a node that fell behind', async () => {
  const before = await writer.reads.getBlockNumber({ cacheTime: 0 })
  const stop = idleBlocks([chain], expect.unreachable, 50)
  try {
    await expect.poll(() => writer.reads.getBlockNumber({ cacheTime: 0 })).toBeGreaterThan(before + 1n)
  } finally {
    stop()
  }
})
