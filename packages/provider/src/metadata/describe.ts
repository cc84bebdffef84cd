import type { Address } from 'viem'
import { longestName } from '../chain/reads.ts'
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
import { cleanText } from './cleanText.ts'
import { documentAt, pictureFields } from './documentAt.ts'
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
    name: about?.name ?? (name === undefined ? null : cleanText(name, longestName)),
    symbol: symbol === undefined ? null : cleanText(symbol, longestName),
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
    // Before it is read: a document that ends the process is not the first one again.
    await postponeCollectionTexts(db, config.id, contract)
    await renewOne(chain, contract)
  }
}

/** Stores what a collection says now; what cannot be read or stored holds up no other one. */
async function renewOne(chain: ChainDeps, contract: Address): Promise<void> {
  try {
    const texts = await collectionTexts(chain, contract)
    if (!texts.isUndescribed) await saveCollectionTexts(chain.db, chain.config.id, contract, texts)
  } catch (cause) {
    chain.log.warn({ err: cause, contract }, 'failed to renew the texts of a collection')
  }
}

/** Where a collection's stored picture is served. */
const collectionLink = ({ publicUrl }: ChainDeps, contract: string): string =>
  `${publicUrl}/redirect/collections/${contract}/image/v1`

/** Links the pictures of collections that have a source and show none, as earlier versions left them. */
export const linkPictures = (chain: ChainDeps): Promise<unknown> =>
  linkCollectionPictures(chain.db, chain.config.id, collectionLink(chain, '{contract}'))
