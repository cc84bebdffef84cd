import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { brotliDecompressSync, constants, gunzipSync, inflateSync } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { isPublic } from '../network/isPublic.ts'
import { readBody } from '../network/readBody.ts'
import { resolveName } from '../network/resolveName.ts'
import { createSemaphore, type Semaphore } from './semaphore.ts'

/** The reason why nothing was fetched. Callers never see it, because it would let them explore our network. */
export class FetchRefusal extends Error {
  override readonly name = 'FetchRefusal'
}

/** Fetches the documents of unknown contracts, from public hosts and configured gateways only. */
export type Fetcher = {
  /**
   * The body of a `data:`, `ipfs:`, `ar:` or `https:` URI.
   * @throws {FetchRefusal} for anything that cannot or must not be fetched.
   */
  fetch(uri: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>>
}

export type FetcherOptions = {
  /** Base URLs of IPFS gateways, tried in order; they may be in a private network. */
  readonly ipfsGateways: readonly string[]
  readonly arweaveGateway: string
  /** Resolves the names of hosts that are not configured. */
  readonly resolve?: (host: string, signal: AbortSignal) => Promise<readonly LookupAddress[]>
  /** Milliseconds for one document, redirects included. */
  readonly timeout?: number
}

/** Where a document is. `folder` is what its gateway may be asked for; without one, the host is untrusted. */
type Target = { readonly url: URL; readonly folder?: URL | undefined }

const maxRedirects = 3
/** Requests that run at once to a host: to one of ours, which serves many collections, and to any other. */
const perHost = { ours: 8, others: 4 }
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Limits the requests that run at once to one host; others wait their turn, strangers' apart from those to a gateway. */
function createHostQueue() {
  const hosts = new Map<string, Semaphore>()
  return async <T>({ url: { host }, folder }: Target, work: () => Promise<T>): Promise<T> => {
    const isOurs = folder !== undefined
    const key = `${isOurs} ${host}`
    const semaphore = hosts.get(key) ?? createSemaphore(isOurs ? perHost.ours : perHost.others)
    hosts.set(key, semaphore)
    try {
      return await semaphore.pass(work)
    } finally {
      if (semaphore.isIdle()) hosts.delete(key)
    }
  }
}

const tooLarge = () => new FetchRefusal('The document is too large.')

/** Decompresses what a host compressed without being asked, up to the limit of its size. */
function decompress(body: Buffer, encoding: string | undefined, maxBytes: number): Buffer {
  const bound = { maxOutputLength: maxBytes }
  try {
    switch (encoding) {
      case undefined:
      case '':
      case 'identity':
        return body
      case 'gzip':
      case 'x-gzip':
        return gunzipSync(body, { ...bound, finishFlush: constants.Z_SYNC_FLUSH })
      case 'deflate':
        return inflateSync(body, bound)
      case 'br':
        return brotliDecompressSync(body, bound)
      default:
        throw new FetchRefusal('The document has an unknown content encoding.')
    }
  } catch (cause) {
    if (cause instanceof FetchRefusal) throw cause
    throw new FetchRefusal('The document cannot be decompressed within its limit.', { cause })
  }
}

/** The body of a `data:` URI of any type; unescaped percent signs are kept as they are. */
function dataBytes(uri: string): Uint8Array<ArrayBuffer> | undefined {
  const match = /^data:[^,]{0,200}?(;base64)?,/i.exec(uri)
  if (match === null) return undefined
  const body = uri.slice(match[0].length)
  if (match[1] !== undefined) return new Uint8Array(Buffer.from(body, 'base64'))
  try {
    return new Uint8Array(Buffer.from(decodeURIComponent(body)))
  } catch {
    // The text is not escaped.
    return new Uint8Array(Buffer.from(body))
  }
}

/** The result of `work`, unless `signal` aborts first: a DNS lookup cannot be canceled. */
const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((done, fail) => {
    const late = () => fail(signal.reason)
    signal.addEventListener('abort', late, { once: true })
    work.then(done, fail).finally(() => signal.removeEventListener('abort', late))
  })

/** The addresses of a configured host, whose name may be one of a private network. */
const systemAddresses = (host: string): Promise<readonly LookupAddress[]> =>
  lookup(host, { all: true, verbatim: true })

/** Whether a URL stays in a folder, also for a server that decodes its path before it resolves dots. */
function isWithin({ origin, pathname }: URL, folder: URL): boolean {
  const decoded = pathname.replace(/%(?:25)*2e/gi, '.').replace(/%(?:25)*(?:2f|5c)/gi, '/')
  const climbs = /\/\.\.?(?:[/;]|$)/.test(decoded)
  return !climbs && origin === folder.origin && `${pathname}/`.startsWith(`${folder.pathname}/`)
}

export function createFetcher(options: FetcherOptions): Fetcher {
  const { timeout = 5000, resolve = resolveName } = options
  const turns = createHostQueue()

  /** The address to connect to: resolved once, checked, and not resolved again. */
  const addressOf = async ({ url, folder }: Target, signal: AbortSignal): Promise<LookupAddress> => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const isTrusted = folder !== undefined
    const literal = ipaddr.isValid(host)
    const found = literal
      ? [{ address: host, family: host.includes(':') ? 6 : 4 }]
      : await inTime(isTrusted ? systemAddresses(host) : resolve(host, signal), signal).catch(
          (cause: unknown) => {
            throw new FetchRefusal('The host has no address.', { cause })
          },
        )
    const [first] = found
    if (first === undefined) throw new FetchRefusal('The host has no address.')
    // A host with one private address among public ones is rejected.
    if (!isTrusted && !found.every(({ address }) => isPublic(address)))
      throw new FetchRefusal('The host is not public.')
    return first
  }
  const checkUrl = ({ url, folder }: Target): void => {
    if (folder !== undefined) return
    if (url.protocol !== 'https:') throw new FetchRefusal('Only https is allowed.')
    if (url.port !== '') throw new FetchRefusal('Only the default port is allowed.')
    if (url.username !== '' || url.password !== '') throw new FetchRefusal('The address contains a password.')
  }
  const ask = async (target: Target, signal: AbortSignal): Promise<IncomingMessage> => {
    checkUrl(target)
    const { url } = target
    const { address, family } = await addressOf(target, signal)
    return new Promise((done, fail) => {
      const send = url.protocol === 'https:' ? httpsRequest : httpRequest
      const asked = send(
        url,
        {
          signal,
          agent: false,
          // Connects to the address that was checked, whatever the DNS returns now.
          lookup: (_host, _options, answer) => answer(null, [{ address, family }] as never, family),
          headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'sluice-metadata' },
        },
        done,
      )
      asked.on('error', fail)
      asked.end()
    })
  }
  const follow = async (start: Target, maxBytes: number, signal: AbortSignal): Promise<Buffer> => {
    let target = start
    for (let hop = 0; hop <= maxRedirects; hop += 1) {
      const { url, folder } = target
      const answer = await ask(target, signal)
      const { statusCode = 0, headers } = answer
      if (redirects.includes(statusCode) && headers.location !== undefined) {
        answer.destroy()
        const next: URL | null = URL.canParse(headers.location, url.href)
          ? new URL(headers.location, url.href)
          : null
        if (next === null) throw new FetchRefusal('The redirect has no valid address.')
        // A redirect may be an author's: one that leaves the folder is trusted no more than any other address.
        target = { url: next, folder: folder !== undefined && isWithin(next, folder) ? folder : undefined }
        continue
      }
      if (statusCode !== 200) {
        answer.destroy()
        throw new FetchRefusal(`The host returned HTTP status ${statusCode}.`)
      }
      const body = await readBody(answer as AsyncIterable<Buffer>, maxBytes, tooLarge)
      return decompress(body, headers['content-encoding'], maxBytes)
    }
    throw new FetchRefusal('There are too many redirects.')
  }
  const fetchTarget = (target: Target, maxBytes: number): Promise<Buffer> =>
    turns(target, async () => {
      try {
        return await follow(target, maxBytes, AbortSignal.timeout(timeout))
      } catch (cause) {
        if (cause instanceof FetchRefusal) throw cause
        throw new FetchRefusal('The document could not be fetched.', { cause })
      }
    })

  return {
    fetch: async (uri, maxBytes) => {
      const inline = dataBytes(uri)
      if (inline !== undefined) {
        if (inline.length > maxBytes) throw tooLarge()
        return inline
      }
      let failure = new FetchRefusal('The address is not supported.')
      for (const target of urlsOf(uri, options)) {
        try {
          return new Uint8Array(await fetchTarget(target, maxBytes))
        } catch (cause) {
          if (!(cause instanceof FetchRefusal)) throw cause
          failure = cause
        }
      }
      throw failure
    },
  }
}

/** The path of a document below a gateway; none if its URL, once it is parsed, leaves the folder of its gateway. */
function belowGateway(gateway: string, path: string, within: string): readonly Target[] {
  const base = gateway.replace(/\/$/, '')
  const [url, folder] = [new URL(`${base}/${path}`), new URL(`${base}/${within}`)]
  return isWithin(url, folder) ? [{ url, folder }] : []
}

/** The URLs of a document, in order. IPFS paths use our gateways, whichever gateway their author named. */
export function urlsOf(
  uri: string,
  { ipfsGateways, arweaveGateway }: Pick<FetcherOptions, 'ipfsGateways' | 'arweaveGateway'>,
): readonly Target[] {
  const ipfs = /^ipfs:\/\/(?:ipfs\/)?(.+)$/i.exec(uri)?.[1] ?? /^https:\/\/[^/]+\/ipfs\/(.+)$/.exec(uri)?.[1]
  if (ipfs !== undefined) {
    const hasContentId = /^[a-zA-Z0-9]{20,100}(?:[/?#].*)?$/.test(ipfs)
    return hasContentId ? ipfsGateways.flatMap((base) => belowGateway(base, `ipfs/${ipfs}`, 'ipfs')) : []
  }
  const [, arweave, id] = /^ar:\/\/(([a-zA-Z0-9_-]{10,100})(?:\/[\w./-]*)?)$/i.exec(uri) ?? []
  if (arweave !== undefined && id !== undefined) return belowGateway(arweaveGateway, arweave, id)
  return /^https:\/\//i.test(uri) && URL.canParse(uri) ? [{ url: new URL(uri) }] : []
}
