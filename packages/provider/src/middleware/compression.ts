import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'

/** Characters below which packing costs more than it saves. */
const smallest = 1024
const packers = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Uint8Array) => promisify(gzip)(body, { level: 5 }),
} as const
type Packing = keyof typeof packers

/** The packing that a caller takes: the better of two where it takes both. */
function packingFor(c: Context): Packing | undefined {
  const taken = new Set(
    (c.req.header('accept-encoding') ?? '')
      .split(',')
      .map((one) =>
        /^\s*([a-z*]+)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[0-9.]+\s*)?$/i.exec(one)?.[1]?.toLowerCase(),
      ),
  )
  return (['br', 'gzip'] as const).find((packing) => taken.has(packing))
}

/**
 * Packs answers of JSON for callers who take that. Streams and pictures go as they are: the one must not wait, the
 * other is packed by its form.
 */
export const compressed: MiddlewareHandler = async (c, next) => {
  await next()
  const { res } = c
  if (c.req.method === 'HEAD' || !/^application\/json/.test(res.headers.get('content-type') ?? '')) return
  c.header('Vary', 'Accept-Encoding', { append: true })
  const packing = packingFor(c)
  if (packing === undefined || res.headers.has('content-encoding')) return
  const body = new Uint8Array(await res.arrayBuffer())
  const packed = body.length < smallest ? body : await packers[packing](body)
  c.res = new Response(packed, res)
  if (packed !== body) c.res.headers.set('content-encoding', packing)
}
