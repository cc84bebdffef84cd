import { address, parse } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { Refusal } from '../apiError.ts'
import { collectionParam, tokenParam } from '../http/pathParameters.ts'
import type { Scope } from '../http/scope.ts'
import { pictureOf } from '../metadata/show.ts'
import type { StoredPicture } from '../storage/metadata/pictures.ts'

/** Pictures come from anybody: they may be looked at, and do nothing else. */
const safe = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'content-disposition': 'inline; filename="picture"',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
}

function picture(c: Context, found: StoredPicture | undefined): Response {
  if (found === undefined) throw new Refusal('notFound', 'There is no picture')
  return c.body(found.bytes, 200, { ...safe, 'content-type': found.type })
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
    const { contract, tokenId } = tokenParam(c)
    return picture(c, await pictureOf(chain, contract, tokenId))
  })
  app.get('/redirect/collections/:collection/image/v1', async (c) =>
    picture(c, await pictureOf(chain, collectionParam(c))),
  )
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
