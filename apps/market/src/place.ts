/** What an address shows. */
export type Place =
  | { readonly page: 'home' }
  | { readonly page: 'collection'; readonly id: string }
  | { readonly page: 'token'; readonly token: string }
  /** Without an address: the visitor's own. */
  | { readonly page: 'account'; readonly address: string | undefined }
  | { readonly page: 'lost' }

const partsOf = (path: string): readonly string[] => path.split('/').filter((part) => part !== '')

const isAddress = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text)
/** A contract, or a part of one, as `0x…:artist`. */
const isCollection = (text: string): boolean => /^0x[0-9a-f]{40}(:.+)?$/i.test(text)
const isTokenId = (text: string): boolean => /^\d{1,78}$/.test(text)

/** What a path under its chain shows, as `/0x…/1`. */
export function placeOf(path: string): Place {
  const [first, second, ...rest] = partsOf(path)
  if (first === undefined) return { page: 'home' }
  if (rest.length > 0) return { page: 'lost' }
  if (first === 'account' && (second === undefined || isAddress(second)))
    return { page: 'account', address: second }
  if (second === undefined && isCollection(first)) return { page: 'collection', id: first }
  if (second !== undefined && isAddress(first) && isTokenId(second))
    return { page: 'token', token: `${first}:${second}` }
  return { page: 'lost' }
}

/** A whole path, as `/chain/0x…/1`: the name of its chain, and what it shows there. */
export function addressOf(path: string): { readonly slug: string | undefined; readonly place: Place } {
  const [slug, ...rest] = partsOf(path)
  return { slug, place: placeOf(rest.join('/')) }
}
