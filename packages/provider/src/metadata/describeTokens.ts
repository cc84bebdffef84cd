import type { Address } from 'viem'
import { isFollowable } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import { mapConcurrently } from '../mapConcurrently.ts'
import {
  type Postponed,
  postponeMetadata,
  saveMetadata,
  type TokenMetadata,
  tokensToDescribe,
  type WaitingToken,
} from '../storage/metadata/tokenMetadata.ts'
import { within } from '../within.ts'
import { documentAt, pictureFields } from './documentAt.ts'
import { createTokenWindow, type TokenWindow } from './tokenWindow.ts'

/** The most attempts to read a token's document, and the first pause between them, in minutes. */
const [maxAttempts, firstPause] = [8, 1]

/** Tokens of one collection that are read at once: fewer than a gateway has places. */
const ofOne = 4
/** Milliseconds after which other collections are looked for, while those in hand take long. */
const longestLook = 1000

/**
 * Reads the metadata of tokens that have none yet, until the end or `signal`. A collection whose documents take long holds
 * up no other one: more tokens are taken as soon as those of any collection are read.
 * @param rest is awaited before more tokens are taken, with the milliseconds that it took to read some.
 */
export async function describeTokens(
  chain: ChainDeps,
  signal?: AbortSignal,
  rest: (milliseconds: number) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const window = createTokenWindow()
  const read = createTokenReader(chain, window, signal)
  const running = new Map<Address, Promise<void>>()
  const failures: unknown[] = []
  let [last, worked] = ['', 0]
  const start = (contract: Address, tokens: readonly WaitingToken[]): void => {
    const began = performance.now()
    const work = read(contract, tokens)
      .catch((cause: unknown) => {
        failures.push(cause)
      })
      .finally(() => {
        running.delete(contract)
        window.leave(contract)
        worked += performance.now() - began
      })
    running.set(contract, work)
  }
  while (signal?.aborted !== true && failures.length === 0) {
    const closed = window.closed()
    const page = window.hasRoom() ? await tokensToDescribe(chain.db, chain.config.id, last, closed) : []
    const taken = window.take(page)
    last = [...taken.keys()].at(-1) ?? last
    for (const [contract, tokens] of taken) start(contract, tokens)
    if (window.isEmpty()) {
      if (closed.length === 0) return
      // A collection that this look left out has been read since: its other tokens may wait.
      continue
    }
    await within(longestLook, Promise.race(running.values()))
    if (worked > 0) await rest(worked)
    worked = 0
  }
  await Promise.all(running.values())
  if (failures.length > 0) throw failures[0]
}

/** Reads tokens of one collection, a few at a time; once too many of its documents are missing, the others are left. */
function createTokenReader(chain: ChainDeps, window: TokenWindow, signal: AbortSignal | undefined) {
  const [begin, write] = [createAttemptWriter(chain), createMetadataWriter(chain)]
  return async (contract: Address, tokens: readonly WaitingToken[]): Promise<void> => {
    const uris = await urisOf(chain, contract, tokens)
    await mapConcurrently([...tokens.entries()], ofOne, async ([place, token]) => {
      if (place > 0 && (window.isFailing(contract) || signal?.aborted === true)) return
      // Before it is read: a document that ends the process is not the first one again.
      await begin(token)
      const uri = uris?.[place]
      const found = uris === undefined ? postponed(token) : await describedToken(chain, token, uri)
      window.count(contract, 'tries' in found && uri !== undefined && !uri.startsWith('data:'))
      await write(found)
    })
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

/** Writes one thing after the other: what arrives while a write is on its way is the next one. */
function createWriter<T>(write: (some: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let waiting: T[] = []
  let writing = Promise.resolve()
  const flush = async (): Promise<void> => {
    const some = waiting
    waiting = []
    if (some.length > 0) await write(some)
  }
  return (one) => {
    waiting.push(one)
    writing = writing.then(flush)
    return writing
  }
}

/** Records that tokens are about to be read, as if that failed. */
const createAttemptWriter = ({ config, db }: ChainDeps) =>
  createWriter<WaitingToken>((some) =>
    postponeMetadata(
      db,
      config.id,
      some.map((token) => failed(token, true)),
    ),
  )

/** Writes what was read of tokens. */
const createMetadataWriter = ({ config, db }: ChainDeps) =>
  createWriter<TokenMetadata | Postponed>((some) =>
    db.transaction(async (tx) => {
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
    }),
  )

/** When a token is tried again that could not be read; never where its document will not come back. */
function failed(token: WaitingToken, mayComeBack: boolean): Postponed {
  const tries = token.tries + 1
  return {
    token,
    tries,
    minutes: mayComeBack && tries < maxAttempts ? firstPause * 2 ** token.tries : undefined,
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
  if (found === undefined) return failed(token, uri !== undefined && !uri.startsWith('data:'))
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
