import type { Context } from 'hono'
import { ApiError } from '../apiError.ts'
import { param } from '../http/parameters.ts'
import { bannerOf, pictureOf, type Viewer } from '../metadata/show.ts'
import { nodeCallerOf } from '../middleware/caller.ts'
import type { StoredPicture } from '../storage/metadata/pictures.ts'
import { defineRoute } from './defineRoute.ts'

/** Pictures come from anybody: browsers may show them, and must run nothing in them. */
const pictureHeaders = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'content-disposition': 'inline; filename="picture"',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=86400, stale-while-revalidate=604800',
}

/** A request that waits for a picture holds no place among those that are worked on. */
const viewerOf = (c: Context): Viewer => ({ who: nodeCallerOf(c), onWait: () => c.get('leaveQueue')?.() })

function sendPicture(c: Context, found: StoredPicture | undefined): Response {
  if (found === undefined) throw new ApiError('notFound', 'There is no picture')
  return c.body(found.bytes, 200, { ...pictureHeaders, 'content-type': found.type })
}

/** A round mark with a letter, so that no other host is asked for a logo and nobody is sent to one. */
function sendMark(c: Context, text: string): Response {
  const letter = /[a-z0-9]/i.exec(text)?.[0]?.toUpperCase() ?? '?'
  const hue = [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 360, 7)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="hsl(${hue} 45% 42%)"/><text x="16" y="22" font-family="sans-serif" font-size="17" font-weight="600" text-anchor="middle" fill="#fff">${letter}</text></svg>`
  return c.body(svg, 200, { ...pictureHeaders, 'content-type': 'image/svg+xml' })
}

/** The fields that all routes of pictures have in common. */
const picture = { method: 'GET', summary: 'A picture under a stable URL.', answer: 'image/*' } as const

export const pictureRoutes = [
  defineRoute({
    ...picture,
    path: '/redirect/tokens/{token}/image/v1',
    handler: async ({ path: { token }, context: { chain }, c }) =>
      sendPicture(c, await pictureOf(chain, viewerOf(c), token.contract, token.tokenId)),
  }),
  defineRoute({
    ...picture,
    path: '/redirect/collections/{collection}/image/v1',
    query: { banner: param.flag },
    handler: async ({ path: { collection }, query: { banner }, context: { chain }, c }) =>
      sendPicture(c, await (banner ? bannerOf : pictureOf)(chain, viewerOf(c), collection)),
  }),
  defineRoute({
    ...picture,
    path: '/redirect/sources/{source}/logo/v2',
    handler: ({ path: { source }, c }) => sendMark(c, source),
  }),
  defineRoute({
    ...picture,
    path: '/redirect/currency/{currency}/icon/v1',
    handler: ({ path: { currency }, context: { trade }, c }) =>
      sendMark(c, trade.chain.currencies.find(({ contract }) => contract === currency)?.symbol ?? '?'),
  }),
]
