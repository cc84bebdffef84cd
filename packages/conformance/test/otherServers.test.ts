import type { RequestListener } from 'node:http'
import { serveLocally } from '@sluice/devnet'
import { expect, test } from 'vitest'
import { checkProvider, reportText } from '../src/index.ts'

/** What the report says of a server that is not a provider, or that fails. */
async function reportOf(answer: RequestListener, timeout = 10_000) {
  // Counted at the client: a request that is aborted early may not reach the server.
  const asked: string[] = []
  const heard: typeof fetch = (input, init) => {
    asked.push(String(input))
    return fetch(input, init)
  }
  const { url, stop } = await serveLocally(answer)
  try {
    const report = await checkProvider({ baseUrl: `${url}/base`, timeout, fetch: heard })
    return { report, text: reportText(report), asked }
  } finally {
    await stop()
  }
}

const json = { 'content-type': 'application/json' }
const answers: readonly [string, RequestListener, string][] = [
  [
    'somebody’s page',
    (_, response) => response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
    'The content type is "text/html".',
  ],
  ['a server that fails', (_, response) => response.writeHead(500).end('Oh no'), 'returned 500, not 200.'],
  ['a server of something else', (_, response) => response.writeHead(404, json).end('{}'), 'returned 404'],
  ['an empty object', (_, response) => response.writeHead(200, json).end('{}'), 'not tried: '],
  ['a redirect', (_, response) => response.writeHead(301, { location: '/' }).end(), 'returned 301, not 200.'],
]

test.each(answers)(
  '%s conforms to nothing, and is told in words what a base URL is',
  async (_, answer, said) => {
    const { report, text } = await reportOf(answer)
    expect(report.conforms).toBe(false)
    expect(text).toContain(said)
    expect(text).toContain('The base URL must be that of one chain of a provider')
    expect(text).not.toMatch(/\n\s+at |TypeError|undefined/)
  },
)

test('a reason why several rules cannot be tried is reported once in each area', async () => {
  const { report, text } = await reportOf((_, response) => response.writeHead(500).end())
  const reason = 'GET /collections/v7?limit=20&sortBy=allTimeVolume returned 500, not 200.'
  expect(text.split(reason).length - 1).toBeLessThan(
    new Set(report.findings.map(({ area }) => area)).size + 1,
  )
  for (const { id } of report.findings) expect(text).toContain(id)
})

test('a server that never answers gets three requests, not one for every rule', async () => {
  const { report, text, asked } = await reportOf(() => {}, 50)
  expect(asked.filter((path) => !path.endsWith('/events'))).toHaveLength(3)
  expect(report.conforms).toBe(false)
  expect(text).toContain('No server responds at this URL.')
})

test('a truncated response is reported as truncated', async () => {
  const { text } = await reportOf((_, response) => {
    response.writeHead(200, { ...json, 'content-length': '100' }).write('{"collections":')
    response.destroy()
  })
  expect(text).toContain('got no response')
})
