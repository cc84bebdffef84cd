import type { Address } from 'viem'
import type { TokenKind } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/chain/blocks.ts'
import { sql } from '../storage/connection/database.ts'
import { FetchRefusal } from './fetcher.ts'
import { isShownInline, type Metadata, maxDocument, readMetadata } from './readMetadata.ts'
import { readRoyalties } from './royalties.ts'

/**
 * Learns what a collection is, from the chain alone, unless it is known.
 * @param state `followed` for one whose whole history the follower reads, `filling` for one that comes late: its
 * past up to the newest block we know is then read beside.
 * @returns whether it is a collection.
 */
export async function describeCollection(
  chain: ChainDeps,
  contract: Address,
  state: 'followed' | 'filling' = 'followed',
): Promise<boolean> {
  const known = await chain.db.rows(
    sql`select 1 from collections where chain_id = ${chain.config.id} and contract = ${contract}`,
  )
  if (known.length > 0) return true
  const { reads } = chain
  const kind = await reads.kindOf(contract)
  if (kind === undefined) {
    chain.log.info({ contract }, 'not a collection: it is neither ERC-721 nor ERC-1155')
    return false
  }
  const [{ name, symbol, contractUri }, [asked]] = await Promise.all([
    reads.texts(contract),
    readRoyalties(chain, [contract]),
  ])
  const about = contractUri === undefined ? undefined : await documentAt(chain, contractUri)
  const picture = pictureFields(about?.image, collectionLink(chain, contract))
  const { id, startBlock } = chain.config
  await chain.db.transaction(async (tx) => {
    // The follower stands still meanwhile: what it has read ends here, and what comes next it reads knowing.
    await tx.rows(sql`select pg_advisory_xact_lock(${id}, 1)`)
    const head = await readHead(tx, id)
    const late = state === 'filling' && head !== undefined
    await tx.rows(sql`
      insert into collections (chain_id, contract, kind, name, symbol, image, image_source, description,
        royalties, state, fill_next, fill_end)
      values (${id}, ${contract}, ${kind}, ${about?.name ?? name ?? null}, ${symbol ?? null},
        ${picture.image}, ${picture.source}, ${about?.description ?? null}, ${JSON.stringify(asked?.royalties ?? [])},
        ${late ? 'filling' : 'followed'}, ${late ? startBlock : null}, ${late ? head.number : null})
      on conflict do nothing`)
  })
  return true
}

/** Where a collection's stored picture is served. */
const collectionLink = ({ publicUrl }: ChainDeps, contract: string): string =>
  `${publicUrl}/redirect/collections/${contract}/image/v1`

/** Links the pictures of collections whose source is kept and that show none, as earlier versions left them. */
export const linkPictures = (chain: ChainDeps): Promise<unknown> =>
  chain.db.rows(sql`
    update collections set image = replace(${collectionLink(chain, '{contract}')}::text, '{contract}', contract)
    where chain_id = ${chain.config.id} and image is null and image_source is not null`)

/** A document that a contract names; `undefined` when it cannot be had now, or says nothing. */
async function documentAt(chain: ChainDeps, uri: string): Promise<Metadata | undefined> {
  try {
    return readMetadata(await chain.fetcher.fetch(uri, maxDocument))
  } catch (cause) {
    if (!(cause instanceof FetchRefusal)) throw cause
    chain.log.debug({ err: cause }, 'a document cannot be had')
    return undefined
  }
}

/** What is shown of a picture, and where it comes from: strangers' hosts are never shown to anybody. */
const pictureFields = (image: string | undefined, proxied: string) =>
  image === undefined
    ? { image: null, source: null }
    : isShownInline(image)
      ? { image, source: null }
      : { image: proxied, source: image }

type New = { contract: Address; token_id: string; kind: TokenKind; metadata_tries: number }

/** Tokens of one collection that are read before another collection has its turn. */
const share = 8
/** Tries of a token's metadata before it is left as it is, and the first pause between them, in minutes. */
const [mostTries, firstPause] = [8, 1]

/** Reads the metadata of tokens that have none yet, a page at a time, until the end or `signal`. */
export async function describeTokens(chain: ChainDeps, signal?: AbortSignal): Promise<void> {
  const chainId = chain.config.id
  while (signal?.aborted !== true) {
    const page = await chain.db.rows<New>(sql`
      select contract, token_id, kind, metadata_tries from (
        select t.contract, t.token_id, c.kind, t.metadata_tries,
          row_number() over (partition by t.contract order by t.metadata_tries, t.token_id) as place
        from (
          (select * from tokens where chain_id = ${chainId} and metadata_state = 'new' limit 500)
          union all
          (select * from tokens where chain_id = ${chainId} and metadata_state = 'failed' and metadata_due <= now() limit 100)
        ) t
        join collections c on c.chain_id = t.chain_id and c.contract = t.contract
      ) waiting where place <= ${share} limit 24`)
    if (page.length === 0) return
    await Promise.all(
      [...new Set(page.map((token) => token.contract))].map(async (contract) => {
        const tokens = page.filter((token) => token.contract === contract)
        const uris = await chain.reads.tokenUris(
          tokens[0]?.kind ?? 'erc721',
          contract,
          tokens.map((token) => BigInt(token.token_id)),
        )
        await Promise.all(tokens.map((token, index) => writeToken(chain, token, uris[index])))
      }),
    )
  }
}

/** `{id}` stands for the token's id in 64 hex digits (ERC-1155). */
const uriOf = (uri: string, tokenId: string): string =>
  uri.replaceAll('{id}', BigInt(tokenId).toString(16).padStart(64, '0'))

async function writeToken(chain: ChainDeps, token: New, uri: string | undefined): Promise<void> {
  const chainId = chain.config.id
  const { contract, token_id: tokenId } = token
  const found = uri === undefined ? undefined : await documentAt(chain, uriOf(uri, tokenId))
  if (found === undefined && uri !== undefined && !uri.startsWith('data:')) {
    const state = token.metadata_tries + 1 < mostTries ? 'failed' : 'none'
    await chain.db.rows(sql`
      update tokens set metadata_state = ${state}, metadata_tries = metadata_tries + 1, updated_at = now(),
        metadata_due = now() + make_interval(mins => ${firstPause * 2 ** token.metadata_tries})
      where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId}`)
    return
  }
  const attributes = found?.attributes ?? []
  const picture = pictureFields(
    found?.image,
    `${chain.publicUrl}/redirect/tokens/${contract}:${tokenId}/image/v1`,
  )
  await chain.db.transaction(async (tx) => {
    await tx.rows(sql`
      update tokens set name = ${found?.name ?? null}, description = ${found?.description ?? null},
        image = ${picture.image}, image_source = ${picture.source}, attributes = ${JSON.stringify(attributes)},
        metadata_state = ${found === undefined ? 'none' : 'done'}, metadata_tries = 0, updated_at = now()
      where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId}`)
    await tx.rows(
      sql`delete from token_attributes where chain_id = ${chainId} and contract = ${contract} and token_id = ${tokenId}`,
    )
    if (attributes.length > 0)
      await tx.rows(sql`
        insert into token_attributes (chain_id, contract, key, value, token_id)
        values ${sql.join(
          attributes.map(({ key, value }) => sql`(${chainId}, ${contract}, ${key}, ${value}, ${tokenId})`),
          sql`, `,
        )} on conflict do nothing`)
  })
}
