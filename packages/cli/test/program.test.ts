import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { base } from '@sluice/core/chains'
import { serveLocally } from '@sluice/devnet'
import {
  buildBid,
  buildListing,
  cancelOrders,
  encodeCall,
  fulfillAdvanced,
  orderHash,
  seaportAddress,
  setApprovalForAll,
  zeroAddress,
  zeroHash,
} from '@sluice/seaport'
import { stringify } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createProgram, describeCall, describeOrder } from '../src/index.ts'
import { templateMarket } from '../src/templateMarket.ts'

const maker = `0x${'a1'.repeat(20)}` as const
const artist = `0x${'b2'.repeat(20)}` as const
const nft = `0x${'c3'.repeat(20)}` as const
const weth = '0x4200000000000000000000000000000000000006'
const common = {
  maker,
  startTime: 1_700_000_000n,
  endTime: 1_800_000_000n,
  salt: 7n,
  counter: 0n,
  conduitKey: zeroHash,
} as const

let printed: string[]
const run = (...args: string[]) =>
  createProgram((line) => printed.push(line)).parseAsync(['node', 'sluice', ...args])
let home: string
/** A new folder for this test only. */
const folder = () => mkdtempSync(join(home, 'folder-'))
beforeEach(() => {
  printed = []
  home = mkdtempSync(join(tmpdir(), 'sluice-cli-'))
})
afterEach(() => {
  process.exitCode = 0
  rmSync(home, { recursive: true, force: true })
})

const listing = buildListing({
  ...common,
  gross: 1_500_000_000_000_000_000n,
  currency: zeroAddress,
  quantity: 1n,
  fees: [{ recipient: artist, bps: 500 }],
  token: nft,
  tokenId: 42n,
  kind: 'erc721',
})
const offer = buildBid({
  ...common,
  gross: 2_000_000_000_000_000_000n,
  currency: weth,
  quantity: 3n,
  fees: [],
  target: { kind: 'erc1155', token: nft, root: 0n },
})

describe('describing an order', () => {
  test('default: what it offers and asks for, for whom, until when', () => {
    const text = describeOrder(listing, 8453)
    expect(text).toContain(`A listing by ${maker}`)
    expect(text).toContain(orderHash(listing))
    expect(text).toContain(`token 42 of ERC-721 ${nft}`)
    expect(text).toContain('1.425 ETH, for the maker')
    expect(text).toContain(`0.075 ETH, for ${artist}`)
    expect(text).toContain('until 2027-01-15T08:00:00.000Z')
    expect(text).toContain('Anybody may fill it.')
  })

  test('an offer for a collection says that any token will do, and how many', () => {
    const text = describeOrder(offer, 8453)
    expect(text).toContain('An offer for a collection')
    expect(text).toContain('2 WETH')
    expect(text).toContain(`3 of any token of ERC-1155 ${nft}, for the maker`)
  })

  test('an order that asks for nothing in return is described as such', () => {
    expect(describeOrder({ ...listing, consideration: [] })).toContain('gives nothing in return')
  })

  test('an amount of an unknown currency stays in base units', () => {
    expect(describeOrder(offer)).toContain(`2000000000000000000 base units of ${weth}`)
  })

  test('an order is found in a file, inside a posted body', async () => {
    const file = join(folder(), 'posted.json')
    writeFileSync(
      file,
      stringify({ items: [{ order: { kind: 'seaport-v1.6', data: { ...listing, signature: '0x' } } }] }),
    )
    await run('order', file, '--chain', '8453')
    expect(printed.join('\n')).toContain('1.425 ETH, for the maker')
  })

  test('a file without an order, and an order with a wrong field, are reported in one sentence', async () => {
    const empty = join(folder(), 'empty.json')
    writeFileSync(empty, '{"orders":[]}')
    await expect(run('order', empty)).rejects.toThrow('There is no order in it')
    const wrong = join(folder(), 'wrong.json')
    writeFileSync(wrong, stringify({ ...listing, offerer: 'me' }))
    await expect(run('order', wrong)).rejects.toThrow('offerer')
    const broken = join(folder(), 'broken.json')
    writeFileSync(broken, '{bad')
    await expect(run('order', broken)).rejects.toThrow('broken.json is not JSON')
    await expect(run('order', folder())).rejects.toThrow('is a folder, not a file')
  })

  test('as JSON the order has its id and exact amounts', async () => {
    const file = join(folder(), 'order.json')
    writeFileSync(file, stringify(listing))
    await run('order', file, '--json')
    expect(JSON.parse(printed.join('\n'))).toEqual({
      id: orderHash(listing),
      order: JSON.parse(stringify(listing)),
    })
    printed = []
    await run('order', encodeCall(setApprovalForAll, { operator: artist, approved: true }), '--json')
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ name: 'setApprovalForAll', operator: artist })
  })

  test('an id is looked up at the named provider, and nowhere else', async () => {
    const id = orderHash(listing)
    await expect(run('order', id)).rejects.toThrow('--provider')
    await expect(run('order', id, '--provider', 'nowhere')).rejects.toThrow('"nowhere" is not an HTTP URL')
    await expect(run('order', id, '--provider', 'http://127.0.0.1:1')).rejects.toThrow('Nobody answers')
    const asked: string[] = []
    const { url, stop } = await serveLocally((request, response) => {
      asked.push(request.url ?? '')
      const rows = request.url?.startsWith('/base/orders/bids')
        ? [{ rawData: JSON.parse(stringify(offer)) }]
        : []
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ orders: rows }))
    })
    await run('order', id, '--provider', `${url}/base`)
    await stop()
    expect(asked).toHaveLength(2)
    expect(asked.every((path) => path.includes(`ids=${id}`) && path.includes('includeRawData=true'))).toBe(
      true,
    )
    expect(printed.join('\n')).toContain('An offer for a collection')
  })

  test.each([
    ['an answer that ends early', '{"orders":', 'Nobody answers at'],
    ['a page', '<h1>Hello</h1>', 'The provider’s answer for /orders/asks/v5 is not JSON.'],
    ['nothing', 'null', 'The provider has no order'],
  ])('%s of a provider is reported in one sentence', async (_, body, sentence) => {
    const { url, stop } = await serveLocally((_request, response) => {
      const isCut = body.endsWith(':')
      response.writeHead(200, isCut ? { 'content-length': '100' } : {})
      response.write(body, () => (isCut ? response.destroy() : response.end()))
    })
    await expect(run('order', orderHash(listing), '--provider', url)).rejects.toThrow(sentence)
    await stop()
  })
})

describe('describing a call', () => {
  test('a purchase shows the order that it fills and what is paid on top', () => {
    const call = fulfillAdvanced(
      {
        components: listing,
        signature: `0x${'11'.repeat(65)}`,
        tips: [{ recipient: artist, amount: 9n }],
      },
      { seaport: seaportAddress['1.6'], conduitKey: zeroHash, now: 1_700_000_001n },
    )
    const text = describeCall(call.data, 8453)
    expect(text).toContain('fulfillAdvancedOrder: fills one order')
    expect(text).toContain('1.425 ETH, for the maker')
    expect(text).toContain(`Paid on top\n  0.000000000000000009 ETH, for ${artist}`)
  })

  test('an approval names the account that receives it', () => {
    const data = encodeCall(setApprovalForAll, { operator: artist, approved: true })
    expect(describeCall(data)).toBe(`Lets ${artist} move every token of the collection.`)
  })

  test('a cancellation names its orders', () => {
    expect(describeCall(cancelOrders(seaportAddress['1.6'], [listing]).data)).toContain(orderHash(listing))
  })

  test('an unknown call is reported as unknown', async () => {
    await expect(run('order', '0xdeadbeef')).rejects.toThrow('no call that this reader knows')
  })
})

describe('a new app', () => {
  for (const template of ['react', 'next', 'node', 'page'])
    test(`from the template ${template} has its name and its provider`, async () => {
      const target = join(folder(), 'my-shop')
      await run(
        'create',
        target,
        '--template',
        template,
        '--provider',
        'https://p.example/base',
        '--chain',
        '8453',
      )
      const written = ['package.json', 'market.json', 'index.html', 'src/App.tsx', 'app/App.tsx']
        .filter((file) => existsSync(join(target, file)))
        .map((file) => readFileSync(join(target, file), 'utf8'))
        .join('\n')
      expect(written).toContain('"my-shop"')
      expect(written).toContain('https://p.example/base')
      expect(written).toContain('8453')
      expect(written).not.toMatch(/app-name|127\.0\.0\.1|31337|Harbor|developmentKey/)
      expect(readFileSync(join(target, 'README.md'), 'utf8')).toMatch(/^# my-shop\n[\s\S]*npm install/)
      expect(existsSync(join(target, '.gitignore'))).toBe(true)
      // The start script has the same name in every template and in every text about it.
      const [, start = ''] = /npm install && (npm run \w+)/.exec(printed.join('\n')) ?? []
      expect(start).toBe(template === 'node' ? 'npm run list' : 'npm run dev')
      const { scripts } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'))
      expect(scripts).toHaveProperty(start.replace('npm run ', ''))
      expect(readFileSync(join(target, 'README.md'), 'utf8')).toContain(`npm install\n${start}\n`)
    })

  const marketOf = async (...more: string[]) => {
    const target = join(folder(), 'shop')
    await run('create', target, ...more)
    return JSON.parse(readFileSync(join(target, 'market.json'), 'utf8')) as {
      readonly chain: Record<string, unknown>
      readonly developmentKey?: string
    }
  }

  test('for a local stack it has a funded wallet and every currency; other apps have neither', async () => {
    const market = await marketOf(
      ...['--provider', 'http://localhost:4701/harbor', '--rpc', 'http://localhost:9545'],
    )
    expect(market.developmentKey).toMatch(/^0x[0-9a-f]{64}$/)
    expect(market.chain).toMatchObject({
      id: 31337,
      baseApiUrl: 'http://localhost:4701/harbor',
      rpcUrls: ['http://localhost:9545'],
    })
    expect(market.chain.paymentTokens).toMatchObject([
      { symbol: 'ETH' },
      { symbol: 'WETH' },
      { symbol: 'USDC', decimals: 6 },
    ])
    const elsewhere = await marketOf('--provider', 'https://p.example/harbor')
    expect(elsewhere).toEqual({
      chain: { id: 31337, name: 'Chain 31337', baseApiUrl: 'https://p.example/harbor', active: true },
    })
  })

  test('for a known chain it has the currencies and contracts of that chain', async () => {
    const { chain, developmentKey } = await marketOf(
      ...['--provider', 'https://p.example/base', '--chain', '8453'],
    )
    expect(developmentKey).toBeUndefined()
    expect(chain).toEqual(
      JSON.parse(JSON.stringify({ ...base, baseApiUrl: 'https://p.example/base', active: true })),
    )
    expect(chain.paymentTokens).toContainEqual(expect.objectContaining({ symbol: 'USDC' }))
  })

  test('beside a running stack it takes the chain as that stack describes it, whatever its ports', () => {
    const config = { id: 31337, name: 'Harbor', baseApiUrl: 'http://127.0.0.1:4702/harbor', active: false }
    const local = { chain: { ...config, baseApiUrl: 'http://127.0.0.1:4700/harbor' }, developmentKey: '0x01' }
    const stacks = [{ chains: [{ config }], accounts: [{ privateKey: '0x02' }] }]
    const wanted = { provider: undefined, chain: undefined, rpc: undefined }
    expect(templateMarket(wanted, local, stacks)).toEqual({
      chain: { ...config, active: true },
      developmentKey: '0x02',
    })
    const other = { ...wanted, provider: 'http://127.0.0.1:4700/harbor' }
    expect(templateMarket(other, local, stacks)).toEqual(local)
    const second = { ...wanted, chain: '1337' }
    expect(() => templateMarket(second, local, stacks)).toThrow(
      'name a provider of the chain with --provider',
    )
  })

  test('the Node template requires a node URL and uses it', async () => {
    const named = join(folder(), 'named')
    const other = ['--template', 'node', '--provider', 'https://p.example/own', '--chain', '777']
    await expect(run('create', named, ...other)).rejects.toThrow('name one with --rpc')
    expect(existsSync(named)).toBe(false)
    await run('create', named, ...other, '--rpc', 'https://node.example')
    expect(JSON.parse(readFileSync(join(named, 'market.json'), 'utf8'))).toEqual({
      chain: {
        id: 777,
        name: 'Chain 777',
        baseApiUrl: 'https://p.example/own',
        active: true,
        rpcUrls: ['https://node.example'],
      },
    })
  })

  test('never overwrites files, and rejects names that npm rejects', async () => {
    const target = join(folder(), 'mine')
    await run('create', target)
    const before = readFileSync(join(target, 'package.json'), 'utf8')
    await expect(run('create', target)).rejects.toThrow('is not empty')
    expect(readFileSync(join(target, 'package.json'), 'utf8')).toBe(before)
    await expect(run('create', join(target, 'package.json'))).rejects.toThrow('is a file')
    await expect(run('create', join(folder(), '..bad name'))).rejects.toThrow('is not a package name')
    await expect(run('create', join(folder(), 'ok'), '--provider', 'nowhere')).rejects.toThrow(
      'is not an HTTP URL',
    )
  })
})

describe('the other commands', () => {
  test('checking a provider that does not answer ends with exit code 1', async () => {
    await run('check', 'http://127.0.0.1:9', '--only', 'json')
    expect(printed.join('\n')).toContain('1 not met')
    expect(process.exitCode).toBe(1)
    // All rules would fail alike: one is reported.
    await run('check', 'http://127.0.0.1:9')
    expect(printed.join('\n')).toContain(
      'No server responds at this URL.\n  json: GET /collections/v7?limit=1 got no response',
    )
    expect(printed.at(-1)?.split('\n')).toHaveLength(7)
    await expect(run('check', 'ftp://x')).rejects.toThrow('is not an HTTP URL')
  })

  test('attacks are listed by name', async () => {
    await run('hostile', '--list')
    expect(printed.length).toBeGreaterThan(300)
    await expect(run('hostile')).rejects.toThrow('honest provider')
    await expect(run('hostile', 'nowhere')).rejects.toThrow('"nowhere" is not an HTTP URL')
  })
})
