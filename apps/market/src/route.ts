/** What an address shows. */
export type Route =
  | { readonly page: 'home' }
  | { readonly page: 'collection'; readonly id: string }
  | { readonly page: 'token'; readonly token: string }
  /** Without an address: the visitor's own. */
  | { readonly page: 'account'; readonly address: string | undefined }
  /** Nothing: `missing` is what it would have to name. */
  | { readonly page: 'notFound'; readonly missing: Missing }

/** What a path without a match was supposed to name. */
export type Missing = 'page' | 'collection' | 'token' | 'account'

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)
/** A contract, or a part of one, as `0x…:artist`. */
const isCollection = (text: string): boolean => /^0x[0-9a-f]{40}(:.+)?$/i.test(text)
/** A number that a contract can count to. */
const isTokenId = (text: string): boolean => /^\d{1,78}$/.test(text) && BigInt(text) >> 256n === 0n

/** Returns an address in lower case; what follows it stays as it is. */
const plain = (text: string): string => text.slice(0, 42).toLowerCase() + text.slice(42)

const notFound = (missing: Missing): Route => ({ page: 'notFound', missing })

/** What a path under its chain shows, as `/0x…/1`. */
export function routeOf(path: string): Route {
  const [first, second, ...rest] = partsOf(path)
  if (first === undefined) return { page: 'home' }
  if (rest.length > 0) return notFound('page')
  if (first === 'account')
    return second === undefined || isAddress(second)
      ? { page: 'account', address: second && plain(second) }
      : notFound('account')
  if (second === undefined)
    return isCollection(first) ? { page: 'collection', id: plain(first) } : notFound('collection')
  if (!isAddress(first)) return notFound('collection')
  return isTokenId(second) ? { page: 'token', token: `${plain(first)}:${BigInt(second)}` } : notFound('token')
}

/** A whole path, as `/chain/0x…/1`: the name of its chain, and what it shows there. */
export function addressOf(path: string): { readonly slug: string | undefined; readonly route: Route } {
  const [slug, ...rest] = partsOf(path)
  return { slug, route: routeOf(rest.join('/')) }
}
