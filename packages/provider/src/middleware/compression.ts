import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { setHeader } from '../http/setHeader.ts'

/** The size in bytes below which compressing costs more than it saves. */
const minSize = 1024
/** The base-2 logarithm of the window of brotli: an answer is small, and a larger window costs memory for each one. */
const windowBits = 18
const compressors = {
  br: (body: Uint8Array) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_LGWIN]: windowBits,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: (body: Uint8Array) => promisify(gzip)(body, { level: 5 }),
} as const
type Encoding = keyof typeof compressors

/** The encoding that a caller accepts: the better one where it accepts both. */
function encodingFor(c: Context): Encoding | undefined {
  const header = c.req.header('accept-encoding')
  if (header === undefined) return undefined
  const accepted = new Set(
    header
      .split(',')
      .map((one) =>
        /^\s*([a-z*]+)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[0-9.]+\s*)?$/i.exec(one)?.[1]?.toLowerCase(),
      ),
  )
  return (['br', 'gzip'] as const).find((encoding) => accepted.has(encoding))
}

/**
 * Compresses JSON for callers who accept that. Streams and pictures are sent as they are: streams must not wait, and
 * pictures are compressed by their format. For other callers the response is not touched: reading its headers would
 * build objects that cost more than most routes do.
 */
export const compression: MiddlewareHandler = async (c, next) => {
  setHeader(c, 'Vary', 'Accept-Encoding')
  await next()
  const encoding = c.req.method === 'HEAD' ? undefined : encodingFor(c)
  if (encoding === undefined) return
  const { res } = c
  const { headers } = res
  if (!/^application\/json/.test(headers.get('content-type') ?? '') || headers.has('content-encoding')) return
  const body = new Uint8Array(await res.arrayBuffer())
  const compressedBody = body.length < minSize ? body : await compressors[encoding](body)
  c.res = new Response(compressedBody, res)
  if (compressedBody !== body) c.res.headers.set('content-encoding', encoding)
}
