import { address, parse } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { listCollections } from '../storage/collectionPages.ts'
import { readTokens } from '../storage/tokenDetails.ts'
import { Refusal } from '../trade/refusal.ts'
import { collectionParam, tokenParam } from './params.ts'
import type { Scope } from './scope.ts'

const dataUri = /^data:(image\/[a-z0-9.+-]+)(?:;[a-z-]+=[^;,]*)*(;base64)?,/i

/** Pictures come from anybody: they may be looked at, and do nothing else. */
const safe = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'content-disposition': 'inline; filename="picture"',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=3600',
}

/** The bytes of a `data:` URI's body; unescaped percent signs are taken as they stand. */
function bytesOf(body: string, base64: boolean): Uint8Array<ArrayBuffer> {
  if (base64) return new Uint8Array(Buffer.from(body, 'base64'))
  try {
    return new Uint8Array(Buffer.from(decodeURIComponent(body)))
  } catch {
    // A picture whose author forgot to escape is still a picture.
    return new Uint8Array(Buffer.from(body))
  }
}

function picture(c: Context, image: string | null): Response {
  if (image === null) throw new Refusal({ status: 404 }, 'There is no picture')
  const match = dataUri.exec(image)
  if (match === null) {
    if (!image.startsWith('https://')) throw new Refusal({ status: 404 }, 'There is no picture')
    return c.redirect(image, 302)
  }
  const [head, type = 'image/png', base64] = match
  return c.body(bytesOf(image.slice(head.length), base64 !== undefined), 200, {
    ...safe,
    'content-type': type,
  })
}

/** A round mark with a letter: no other host is asked for a logo, and nobody is sent to one. */
function mark(c: Context, text: string): Response {
  const letter = /[a-z0-9]/i.exec(text)?.[0]?.toUpperCase() ?? '?'
  const hue = [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="hsl(${hue} 45% 42%)"/><text x="16" y="22" font-family="sans-serif" font-size="17" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return c.body(svg, 200, { ...safe, 'content-type': 'image/svg+xml' })
}

/** Pictures by stable links: tokens, collections, sources and currencies. */
export function redirectRoutes(app: Hono, scope: Scope): void {
  const { chain, trade } = scope
  app.get('/redirect/tokens/:token/image/v1', async (c) => {
    const [token] = (await readTokens(chain.db, chain.config.id, [tokenParam(c)])).values()
    return picture(c, token?.image ?? null)
  })
  app.get('/redirect/collections/:collection/image/v1', async (c) => {
    const { collections } = await listCollections(chain.db, chain.config.id, {
      contracts: [collectionParam(c)],
      sortBy: 'createdAt',
      descending: true,
      limit: 1,
      nativeLike: [],
      now: 0,
    })
    return picture(c, collections[0]?.image ?? null)
  })
  app.get('/redirect/sources/:source/logo/v2', (c) => mark(c, c.req.param('source')))
  app.get('/redirect/currency/:currency/icon/v1', (c) => {
    const { currency } = parse(
      v.object({ currency: address }),
      { currency: c.req.param('currency') },
      'The request',
    )
    const known = trade.chain.currencies.find(({ contract }) => contract === currency)
    return mark(c, known?.symbol ?? '?')
  })
}
