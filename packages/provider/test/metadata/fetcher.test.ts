import type { RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { encodePicture } from '../../src/metadata/encodePicture.ts'
import { createFetcher, type Fetcher, FetchRefusal, urlsOf } from '../../src/metadata/fetcher.ts'
import { isPublic } from '../../src/network/isPublic.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

/** What the gateway answers by path, and which paths it was asked for. */
const answers = new Map<string, RequestListener>()
const asked: string[] = []
const servers: LocalServer[] = []
const listen = async (handler: RequestListener): Promise<string> => {
  const server = await serveLocally(handler)
  servers.push(server)
  return server.url
}

let gateway: string
let secret: string
/** In no hurry, so that a machine that stands still for a while fails nobody. */
let fetcher: Fetcher
beforeAll(async () => {
  secret = await listen((request, answer) => {
    asked.push(`secret${request.url}`)
    answer.end('the secret')
  })
  gateway = await listen((request, answer) => {
    asked.push(request.url ?? '')
    const handler = answers.get(request.url?.split('/').at(-1) ?? '')
    if (handler === undefined) answer.writeHead(404).end()
    else handler(request, answer)
  })
  fetcher = createFetcher({ ipfsGateways: [gateway], arweaveGateway: gateway, timeout: 60_000 })
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

const text = async (uri: string, max = 10_000) => new TextDecoder().decode(await fetcher.fetch(uri, max))
const serve = (name: string, handler: RequestListener): string => {
  answers.set(name, handler)
  return `ipfs://${cid}/${name}`
}

describe('a document', () => {
  test('default: of IPFS is fetched from the configured gateway, whichever gateway its author named', async () => {
    const uri = serve('1.json', (_, answer) => answer.end('{"name":"One"}'))
    expect(await text(uri)).toBe('{"name":"One"}')
    expect(await text(`https://cloudflare-ipfs.example/ipfs/${cid}/1.json`)).toBe('{"name":"One"}')
  })

  test('is fetched from the next gateway when the first one fails', async () => {
    const second = createFetcher({
      ipfsGateways: [`${gateway}/gone`, gateway],
      arweaveGateway: gateway,
      timeout: 60_000,
    })
    const uri = serve('2.json', (request, answer) =>
      request.url?.startsWith('/gone') === true ? answer.writeHead(502).end() : answer.end('two'),
    )
    expect(new TextDecoder().decode(await second.fetch(uri, 100))).toBe('two')
  })

  test('in a data URL is read from the URL', async () => {
    expect(await text('data:application/json,{"a":"100%"}')).toBe('{"a":"100%"}')
    expect(await text(`data:application/json;base64,${Buffer.from('{}').toString('base64')}`)).toBe('{}')
    await expect(fetcher.fetch(`data:,${'x'.repeat(200)}`, 100)).rejects.toThrow(FetchRefusal)
  })

  test('is fetched where its private gateway redirects to within its own folder', async () => {
    const uri = serve('folder', (_, answer) => answer.writeHead(301, { location: 'folder/' }).end())
    serve('', (_, answer) => answer.end('the index'))
    expect(await text(uri)).toBe('the index')
  })

  test('whose name holds dots, spaces and percent signs is fetched', async () => {
    const names = ['a..b.json', '..c', 'd%20e%25.json', 'f.%2520']
    for (const name of names) expect(await text(serve(name, (_, answer) => answer.end(name)))).toBe(name)
  })

  test('that is compressed without being asked is decompressed', async () => {
    const uri = serve('packed', (_, answer) =>
      answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('plain')),
    )
    expect(await text(uri)).toBe('plain')
  })
})

describe('an untrusted host cannot make the fetcher', () => {
  test('store more than the limit: a long body, an endless one, a compression bomb', async () => {
    const long = serve('long', (_, answer) => answer.end('x'.repeat(50_000)))
    const endless = serve('endless', (_, answer) => {
      const more = () => {
        while (answer.write('y'.repeat(5000))) if (answer.destroyed) return
        answer.once('drain', more)
      }
      more()
    })
    const bomb = serve('bomb', (_, answer) =>
      answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(8_000_000))),
    )
    for (const uri of [long, endless, bomb])
      await expect(fetcher.fetch(uri, 10_000)).rejects.toThrow(FetchRefusal)
  })

  test('wait: a body that never ends, and headers that never arrive', async () => {
    const slow = serve('slow', (_, answer) => {
      answer.write('a little')
    })
    const silent = serve('silent', () => {})
    const hasty = createFetcher({ ipfsGateways: [gateway], arweaveGateway: gateway, timeout: 600 })
    for (const uri of [slow, silent]) await expect(hasty.fetch(uri, 10_000)).rejects.toThrow(FetchRefusal)
  })

  test('wait: a name that never resolves', async () => {
    const lost = createFetcher({
      ipfsGateways: [],
      arweaveGateway: 'https://arweave.invalid',
      timeout: 50,
      resolve: () => new Promise(() => {}),
    })
    await expect(lost.fetch('https://lost.example/', 1000)).rejects.toThrow(FetchRefusal)
  })

  test('follow a redirect into the private network, or without end', async () => {
    const inside = serve('inside', (_, answer) => answer.writeHead(302, { location: `${secret}/keys` }).end())
    const plain = serve('plain', (_, answer) =>
      answer.writeHead(302, { location: 'http://example.org/' }).end(),
    )
    const file = serve('file', (_, answer) => answer.writeHead(301, { location: 'file:///etc/passwd' }).end())
    const loop = serve('loop', (_, answer) => answer.writeHead(307, { location: 'loop' }).end())
    for (const uri of [inside, plain, file, loop])
      await expect(fetcher.fetch(uri, 10_000)).rejects.toThrow(FetchRefusal)
    expect(asked.filter((path) => path.startsWith('secret'))).toEqual([])
    expect(asked.filter((path) => path.endsWith('/loop')).length).toBeLessThanOrEqual(4)
  })

  test.each([
    'http://example.org/a.json',
    'ftp://example.org/a.json',
    'gopher://127.0.0.1:70/_',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://127.1/',
    'https://0/',
    'https://0.0.0.0/',
    'https://10.0.0.1/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://100.64.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/latest/meta-data/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:169.254.169.254]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fc00::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://localhost/',
    'https://localhost./',
    'https://LOCALHOST/',
    'https://user:pass@example.org/',
    'https://example.org:8443/',
    'https://example.org:22/',
    'https://exa mple.org/',
    `ipfs://${cid}/../../admin`,
    `ipfs://${cid}/%2e%2e/%2e%2e/admin`,
    `ipfs://${cid}/..\\..\\admin`,
    `ipfs://${cid}/.\t./.\t./admin`,
    `ipfs://${cid}/.%09/..\\../\t../admin`,
    `ipfs://${cid}/..%2f..%2fadmin`,
    `ipfs://${cid}/..%5C..%5Cadmin`,
    `ipfs://${cid}/%252e%252e/%252e%252e/admin`,
    `ipfs://${cid}/..;/..;/admin`,
    `https://art.example/ipfs/${cid}/..\\..\\admin`,
    'ipfs://../admin',
    'ar://../admin',
    'ar://abcdefghij/../admin',
    'https://example.org\r\nhost: inside/',
  ])('ask %s', async (uri) => {
    const before = asked.length
    const answered = { address: '127.0.0.1', family: 4 }
    const local = createFetcher({
      ipfsGateways: [gateway],
      arweaveGateway: gateway,
      timeout: 600,
      resolve: async () => [answered],
    })
    await expect(local.fetch(uri, 1000)).rejects.toThrow(FetchRefusal)
    expect(asked.length).toBe(before)
  })

  test('reach another path of a gateway, or another gateway, by a redirect', async () => {
    const other = await listen((request, answer) => {
      asked.push(`other${request.url}`)
      answer.end('of another gateway')
    })
    const fetchers = [gateway, `${gateway}/base`].map((first) =>
      createFetcher({ ipfsGateways: [first, other], arweaveGateway: `${gateway}/ar`, timeout: 60_000 }),
    )
    const redirect = (name: string, location: string): string =>
      serve(name, (_, answer) => answer.writeHead(302, { location }).end())
    serve('admin', (_, answer) => answer.end('the secret'))
    const uris = [
      redirect('up', '/admin'),
      redirect('out', `${gateway}/ipfs/../admin`),
      redirect('coded', `/base/ipfs/${cid}/..%2f..%2f..%2fadmin`),
      redirect('across', `${other}/admin`),
      redirect('sideways', `${gateway}/ipfsadmin`),
    ]
    redirect('beside', '/ar/admin')
    asked.length = 0
    for (const one of fetchers)
      for (const uri of [...uris, 'ar://abcdefghij/beside'])
        await one.fetch(uri, 10_000).catch((cause: unknown) => expect(cause).toBeInstanceOf(FetchRefusal))
    expect(asked.filter((path) => /admin/.test(path))).toEqual([])
  })

  test('connect to a gateway in the private network by its address', async () => {
    let connections = 0
    const inside = await serveLocally((_, answer) => answer.end())
    servers.push(inside)
    inside.server.on('connection', () => {
      connections += 1
    })
    const url = `https://127.0.0.1:${inside.port}`
    const local = createFetcher({ ipfsGateways: [url], arweaveGateway: url, timeout: 60_000 })
    await expect(local.fetch(`${url}/admin`, 1000)).rejects.toThrow(FetchRefusal)
    expect(connections).toBe(0)
  })

  test('resolve its name twice: it connects to the address that was checked', async () => {
    const looked: string[] = []
    const rebinding = createFetcher({
      ipfsGateways: [],
      arweaveGateway: 'https://arweave.invalid',
      timeout: 300,
      resolve: async (host) => {
        looked.push(host)
        // An address for documentation: nobody answers, and a second look would give ours.
        return looked.length === 1
          ? [{ address: '203.0.113.7', family: 4 }]
          : [{ address: '127.0.0.1', family: 4 }]
      },
    })
    await expect(rebinding.fetch('https://rebind.example/', 1000)).rejects.toThrow(FetchRefusal)
    expect(looked).toEqual(['rebind.example'])
    await expect(rebinding.fetch('https://rebind.example/', 1000)).rejects.toThrow('not public')
  })

  test('trust a name with one private address among public ones', async () => {
    const mixed = createFetcher({
      ipfsGateways: [],
      arweaveGateway: 'https://arweave.invalid',
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.8', family: 4 },
      ],
    })
    await expect(mixed.fetch('https://mixed.example/', 1000)).rejects.toThrow('not public')
  })
})

test('only addresses of the public internet are public', () => {
  for (const address of ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])
    expect(isPublic(address)).toBe(true)
  for (const address of [
    '127.0.0.1',
    '198.18.0.1',
    '192.0.2.1',
    '::ffff:8.8.8.8',
    'fec0::1',
    'example.org',
    '',
  ])
    expect(isPublic(address)).toBe(false)
})

test('paths to IPFS and Arweave go to the gateways', () => {
  const gateways = {
    ipfsGateways: ['https://a.example', 'https://b.example/'],
    arweaveGateway: 'https://ar.example',
  }
  const hrefs = (uri: string) => urlsOf(uri, gateways).map(({ url }) => url.href)
  expect(hrefs(`ipfs://ipfs/${cid}`)).toEqual([
    `https://a.example/ipfs/${cid}`,
    `https://b.example/ipfs/${cid}`,
  ])
  expect(hrefs('ar://abcdefghij/1.json')).toEqual(['https://ar.example/abcdefghij/1.json'])
  expect(hrefs('https://art.example/1.json')).toEqual(['https://art.example/1.json'])
})

describe('a picture', () => {
  const svg = (body: string, head = '') =>
    new TextEncoder().encode(
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"${head}>${body}</svg>`,
    )

  test('default: is encoded again and resized', async () => {
    const large = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#c33' } })
      .png()
      .toBuffer()
    const picture = await encodePicture(new Uint8Array(large))
    expect(picture?.type).toBe('image/webp')
    expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format: 'webp', width: 1000, height: 500 })
  })

  test('of an SVG is rendered without its scripts, handlers and external files', async () => {
    const drawings = [
      svg('<script>alert(1)</script><rect width="40" height="40" fill="red"/>'),
      svg('<rect width="40" height="40" fill="red"/>', ' onload="alert(1)"'),
      svg(
        '<image href="http://169.254.169.254/x.png" width="9" height="9"/><rect width="40" height="40" fill="red"/>',
      ),
      svg(
        '<image xlink:href="file:///etc/passwd" width="9" height="9"/><rect width="40" height="40" fill="red"/>',
      ),
      svg(
        '<foreignObject><iframe src="javascript:alert(1)"/></foreignObject><rect width="40" height="40" fill="red"/>',
      ),
      svg('<style>@import url(http://127.0.0.1/a.css)</style><rect width="40" height="40" fill="red"/>'),
    ]
    const plain = await encodePicture(svg('<rect width="40" height="40" fill="red"/>'))
    for (const drawing of drawings) {
      const picture = await encodePicture(drawing)
      // Drawn or refused; never a file that could act.
      if (picture !== undefined) expect(picture.type).toBe('image/webp')
      if (picture !== undefined) expect(picture.bytes.slice(0, 4)).toEqual(plain?.bytes.slice(0, 4))
    }
  })

  test('that is a bomb, a page, a program or empty is rejected', async () => {
    const entities = `<!DOCTYPE svg [${Array.from({ length: 12 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(12)}">`).join('')}<!ENTITY e0 "x">]>`
    const bad = [
      new TextEncoder().encode('<html><script>alert(1)</script></html>'),
      new TextEncoder().encode(`${entities}<svg xmlns="http://www.w3.org/2000/svg"><text>&e12;</text></svg>`),
      svg('', ' viewBox="0 0 100000 100000"').map((byte) => byte),
      new TextEncoder().encode(
        '<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"><rect width="9" height="9"/></svg>',
      ),
      new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 1, 2, 3]),
      new Uint8Array(),
    ]
    const results = await Promise.all(bad.map((bytes) => encodePicture(bytes)))
    expect(results[0]).toBeUndefined()
    expect(results[3]).toBeUndefined()
    expect(results[4]).toBeUndefined()
    expect(results[5]).toBeUndefined()
  })
})
