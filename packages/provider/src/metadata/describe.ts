import type { Address } from 'viem'
import { isFollowable, longestName, maxDocument } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { insertCollection, knownCollections } from '../storage/chain/collections.ts'
import { takeExclusiveLock } from '../storage/chain/leases.ts'
import type { Queries } from '../storage/connection/database.ts'
import {
  type CollectionTexts,
  collectionsToDescribe,
  postponeCollectionTexts,
  saveCollectionTexts,
} from '../storage/metadata/collectionTexts.ts'
import { linkCollectionPictures } from '../storage/metadata/pictures.ts'
import {
  type Postponed,
  postponeMetadata,
  saveMetadata,
  type TokenMetadata,
  tokensToDescribe,
  type WaitingToken,
} from '../storage/metadata/tokenMetadata.ts'
import { FetchRefusal } from './fetcher.ts'
import { clean, isShownInline, type Metadata, readMetadata } from './readMetadata.ts'
import { readRoyalties } from './royalties.ts'

/**
 * Reads what a collection is from the chain, and stores it unless it is known.
 * @param state `followed` for one whose whole history the follower reads, `filling` for one that is discovered late: its
 * history up to the newest stored block is then read in the background.
 * @param makeRoom called in the transaction that stores it; it is not stored where there is no room.
 * @returns whether it is known now: it is a collection, and there was room.
 */
export async function describeCollection(
  chain: ChainDeps,
  contract: Address,
  state: 'followed' | 'filling' = 'followed',
  makeRoom: (tx: Queries) => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  if ((await knownCollections(chain.db, chain.config.id, [contract])).length > 0) return true
  const { reads } = chain
  const kind = await reads.kindOf(contract)
  if (kind === undefined) {
    chain.log.info({ contract }, 'not a collection: it is neither ERC-721 nor ERC-1155')
    return false
  }
  const [about, { terms }] = await Promise.all([
    collectionTexts(chain, contract),
    readRoyalties(chain, [contract]),
  ])
  const [asked] = terms
  const { id, startBlock } = chain.config
  return chain.db.transaction(async (tx) => {
    // The follower waits meanwhile: later blocks are read with this collection.
    await takeExclusiveLock(tx, id, undefined)
    if ((await knownCollections(tx, id, [contract])).length > 0) return true
    if (!(await makeRoom(tx))) return false
    const head = await readHead(tx, id)
    await insertCollection(tx, id, {
      contract,
      kind,
      ...about,
      royalties: asked?.royalties ?? [],
      trading: asked?.trading ?? 'open',
      filling: state === 'filling' && head !== undefined ? { next: startBlock, end: head.number } : undefined,
    })
    return true
  })
}

/** What a contract and its document say of a collection. */
async function collectionTexts(chain: ChainDeps, contract: Address): Promise<CollectionTexts> {
  const { name, symbol, contractUri } = await chain.reads.texts(contract)
  const about = contractUri === undefined ? undefined : await documentAt(chain, contractUri)
  const link = collectionLink(chain, contract)
  const picture = pictureFields(about?.image, link)
  const banner = pictureFields(about?.banner, `${link}?banner=true`)
  return {
    name: about?.name ?? (name === undefined ? null : clean(name, longestName)),
    symbol: symbol === undefined ? null : clean(symbol, longestName),
    image: picture.image,
    imageSource: picture.source,
    banner: banner.image,
    bannerSource: banner.source,
    description: about?.description ?? null,
    isUndescribed: contractUri !== undefined && about === undefined,
  }
}

/** Reads the documents of collections again that could not be read, or are to be refreshed. */
export async function renewCollectionTexts(chain: ChainDeps, signal: AbortSignal): Promise<void> {
  const { db, config } = chain
  for (const contract of await collectionsToDescribe(db, config.id)) {
    if (signal.aborted) return
    if (!(await isRenewed(chain, contract))) await postponeCollectionTexts(db, config.id, contract)
  }
}

/** Stores what a collection says now. @returns false where that cannot be read or stored, which holds up no other one. */
async function isRenewed(chain: ChainDeps, contract: Address): Promise<boolean> {
  try {
    const texts = await collectionTexts(chain, contract)
    if (!texts.isUndescribed) await saveCollectionTexts(chain.db, chain.config.id, contract, texts)
    return !texts.isUndescribed
  } catch (cause) {
    chain.log.warn({ err: cause, contract }, 'failed to renew the texts of a collection')
    return false
  }
}

/** Where a collection's stored picture is served. */
const collectionLink = ({ publicUrl }: ChainDeps, contract: string): string =>
  `${publicUrl}/redirect/collections/${contract}/image/v1`

/** Links the pictures of collections that have a source and show none, as earlier versions left them. */
export const linkPictures = (chain: ChainDeps): Promise<unknown> =>
  linkCollectionPictures(chain.db, chain.config.id, collectionLink(chain, '{contract}'))

/** The document of a contract; `undefined` when it cannot be fetched now, or is not readable. */
async function documentAt(chain: ChainDeps, uri: string): Promise<Metadata | undefined> {
  try {
    return readMetadata(await chain.fetcher.fetch(uri, maxDocument))
  } catch (cause) {
    if (!(cause instanceof FetchRefusal)) throw cause
    chain.log.debug({ err: cause }, 'failed to fetch a document')
    return undefined
  }
}

/** The shown address of a picture, and its source: clients never see the hosts of others. */
const pictureFields = (image: string | undefined, proxied: string) =>
  image === undefined
    ? { image: null, source: null }
    : isShownInline(image)
      ? { image, source: null }
      : { image: proxied, source: image }

/** The most attempts to read a token's document, and the first pause between them, in minutes. */
const [maxAttempts, firstPause] = [8, 1]

/**
 * Reads the metadata of tokens that have none yet, a page at a time, until the end or `signal`.
 * @param rest is awaited after each page, with the milliseconds that it took.
 */
export async function describeTokens(
  chain: ChainDeps,
  signal?: AbortSignal,
  rest: (milliseconds: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const chainId = chain.config.id
  const write = createMetadataWriter(chain)
  let last = ''
  while (signal?.aborted !== true) {
    const began = performance.now()
    const page = await tokensToDescribe(chain.db, chainId, last)
    if (page.length === 0) return
    last = page.at(-1)?.contract ?? ''
    await Promise.all(
      [...new Set(page.map((token) => token.contract))].map(async (contract) => {
        const tokens = page.filter((token) => token.contract === contract)
        const uris = await urisOf(chain, contract, tokens)
        await Promise.all(
          tokens.map(async (token, index) =>
            write(uris === undefined ? postponed(token) : await describedToken(chain, token, uris[index])),
          ),
        )
      }),
    )
    await rest(performance.now() - began)
  }
}

/** The URIs of tokens of a contract, `undefined` for those that have none; nothing when the node cannot be asked. */
async function urisOf(
  chain: ChainDeps,
  contract: Address,
  tokens: readonly WaitingToken[],
): Promise<readonly (string | undefined)[] | undefined> {
  try {
    const ids = tokens.map(({ tokenId }) => BigInt(tokenId))
    return await chain.reads.tokenUris(tokens[0]?.kind ?? 'erc721', contract, ids)
  } catch (cause) {
    chain.log.warn({ err: cause, contract }, 'failed to ask the node for the URIs of tokens')
    return undefined
  }
}

/** When a token is tried again whose contract could not be asked; it is never given up, since its document may exist. */
function postponed(token: WaitingToken): Postponed {
  const tries = Math.min(token.tries + 1, maxAttempts - 2)
  return { token, tries, minutes: firstPause * 2 ** tries }
}

/** Writes what was read of tokens: what arrives while a transaction is on its way is the next one. */
function createMetadataWriter({ config, db }: ChainDeps): (one: TokenMetadata | Postponed) => Promise<void> {
  let waiting: (TokenMetadata | Postponed)[] = []
  let writing = Promise.resolve()
  const flush = async (): Promise<void> => {
    const some = waiting
    waiting = []
    if (some.length === 0) return
    await db.transaction(async (tx) => {
      await saveMetadata(
        tx,
        config.id,
        some.filter((one) => 'attributes' in one),
      )
      await postponeMetadata(
        tx,
        config.id,
        some.filter((one) => 'minutes' in one),
      )
    })
  }
  return (one) => {
    waiting.push(one)
    writing = writing.then(flush)
    return writing
  }
}

/** `{id}` stands for the token's id in 64 hex digits (ERC-1155); `undefined` where that makes too long a URI. */
function uriOf(uri: string, tokenId: string): string | undefined {
  const digits = BigInt(tokenId).toString(16).padStart(64, '0')
  const [place, added] = ['{id}', digits.length - '{id}'.length]
  let length = uri.length
  for (let at = uri.indexOf(place); at !== -1; at = uri.indexOf(place, at + place.length)) {
    length += added
    if (!isFollowable(uri, length)) return undefined
  }
  return uri.replaceAll(place, digits)
}

/** What the document of a token says; when it can be read again, where it could not be read. */
async function describedToken(
  chain: ChainDeps,
  token: WaitingToken,
  template: string | undefined,
): Promise<TokenMetadata | Postponed> {
  const { contract, tokenId } = token
  const uri = template === undefined ? undefined : uriOf(template, tokenId)
  const found = uri === undefined ? undefined : await documentAt(chain, uri)
  if (found === undefined) {
    const tries = token.tries + 1
    const mayComeBack = uri !== undefined && !uri.startsWith('data:') && tries < maxAttempts
    return { token, tries, minutes: mayComeBack ? firstPause * 2 ** token.tries : undefined }
  }
  const picture = pictureFields(
    found.image,
    `${chain.publicUrl}/redirect/tokens/${contract}:${tokenId}/image/v1`,
  )
  return {
    token,
    name: found.name ?? null,
    description: found.description ?? null,
    image: picture.image,
    imageSource: picture.source,
    attributes: found.attributes,
  }
}
