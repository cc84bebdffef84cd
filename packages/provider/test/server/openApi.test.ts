import { routes } from '@sluice/wire/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { type Market, startMarket } from '../support/market.ts'

type Content = { readonly content: Readonly<Record<string, { readonly schema?: object }>> }
type Operation = {
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Partial<Content>>>
}

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.stop())

describe('the description of the interface', () => {
  test('names every route that is served, and no other', () => {
    const base = `/${market.deps.config.slug}`
    const served = market.app.routes
      .filter(({ path, method }) => path.startsWith(`${base}/`) && method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.slice(base.length)}`)
    const offered = allRoutes.map(({ method, path }) => `${method} ${path}`)
    expect([...new Set(served)].sort()).toEqual([...offered].sort())
    expect(new Set(offered).size).toBe(offered.length)
  })

  test('calls no route deprecated that clients call by their specification', () => {
    const called: readonly string[] = Object.values(routes).map(({ path }) => path)
    const deprecated = allRoutes.filter((route) => route.deprecated).map(({ path }) => path)
    expect(deprecated.filter((path) => called.includes(path))).toEqual([])
  })

  test('is OpenAPI 3.1 with the bounds that requests are validated by', async () => {
    const response = await market.app.request('/openapi.json')
    const { openapi, paths, servers, components } = (await response.json()) as {
      openapi: string
      servers: { url: string }[]
      components: { schemas: { Error: { properties: object } } }
      paths: Record<string, Record<string, Operation>>
    }
    expect(openapi).toBe('3.1.0')
    expect(servers).toMatchObject([{ url: `/${market.deps.config.slug}` }])
    expect(components.schemas.Error.properties).toMatchObject({ statusCode: {}, message: {} })
    const body = paths['/execute/buy/v7']?.post?.requestBody?.content['application/json']?.schema
    expect(body).toMatchObject({ properties: { items: { type: 'array', minItems: 1, maxItems: 50 } } })
    for (const { method, path, body: schema, answer } of allRoutes) {
      const described = paths[path.replaceAll(/:([a-zA-Z]+)/g, '{$1}')]?.[method.toLowerCase()]
      expect(described, path).toBeDefined()
      expect(described?.requestBody !== undefined, path).toBe(schema !== undefined)
      const success = described?.responses[200]?.content?.['application/json']?.schema
      expect(success !== undefined, path).toBe(typeof answer !== 'string')
    }
    const answer = paths['/tokens/v7']?.get?.responses[200]?.content?.['application/json']?.schema
    expect(answer).toMatchObject({ properties: { tokens: { type: 'array', items: { type: 'object' } } } })
  })

  test('is a page that loads nothing and runs no script', async () => {
    const response = await market.app.request('/docs')
    const page = await response.text()
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/i)
    for (const { path } of allRoutes) expect(page).toContain(`<code>${path}</code>`)
  })

  test('is enforced: a value that a parameter does not allow is rejected with its name', async () => {
    for (const [path, field] of [
      ['/tokens/v7?collection=0x12', 'collection'],
      ['/orders/asks/v5?limit=5000', 'limit'],
      ['/orders/asks/v5?includeRawData=yes', 'includeRawData'],
      ['/owners/v2?offset=-1', 'offset'],
      [`/tokens/v7?${Array.from({ length: 51 }, () => `tokens=0x${'11'.repeat(20)}:1`).join('&')}`, 'tokens'],
    ] as const) {
      const { status, body } = await market.get(path)
      expect(status, path).toBe(400)
      expect(body).toMatchObject({ field, statusCode: 400 })
    }
  })
})
