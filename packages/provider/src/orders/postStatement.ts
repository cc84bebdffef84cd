import { type AuctionStatement, auctionTypedData } from '@sluice/guards'
import type { Hex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { heldSince, saveStatement } from '../storage/orders/auctionStatements.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'
import { verifyContractSignatures } from './signatures/contractSignatures.ts'

/** Seconds by which the clock of a seller's device may be ahead, and for which a statement may be on its way. */
const [maxAhead, maxLate] = [600, 86_400]
/** Seconds for which an auction may run. */
const longest = 90 * 86_400

/** Why a statement is not stored, and which field of the request is wrong. */
export type RefusedStatement = {
  readonly reason: 'other' | 'notOwner' | 'tooMany'
  readonly field: string
  readonly message: string
}

const refused = (
  field: string,
  message: string,
  reason: RefusedStatement['reason'] = 'other',
): RefusedStatement => ({ reason, field, message })

/**
 * Stores what the owner of a token says about offers for it, once the owner's signature is verified.
 * @param field of the time of the statement, as the request names it.
 * @returns why it is not stored.
 */
export async function postStatement(
  chain: ChainDeps,
  statement: AuctionStatement,
  signature: Hex | undefined,
  field: string,
): Promise<RefusedStatement | undefined> {
  const { db, config } = chain
  const { seller, contract, tokenId, at, terms } = statement
  const now = BigInt(unixTime(chain.clock))
  if (at > now + BigInt(maxAhead)) return refused(field, `${field} is in the future`)
  if (at < now - BigInt(maxLate)) return refused(field, `${field} is more than a day ago`)
  if (terms !== undefined && terms.endsAt <= now) return refused('endsAt', 'endsAt is in the past')
  if (terms !== undefined && terms.endsAt > now + BigInt(longest))
    return refused('endsAt', 'An auction may run for at most 90 days')
  if (signature === undefined) return refused('signature', 'signature is missing')
  const held = await heldSince(db, config.id, statement, seller)
  if (held === undefined)
    return refused('seller', 'The seller does not own this token, or it is not an ERC-721 token', 'notOwner')
  const unsigned = await checkSignature(chain, statement, signature)
  if (unsigned !== undefined) return unsigned
  const saved = await db.transaction(async (tx) => {
    if (!(await saveStatement(tx, config.id, { ...statement, terms, signature, held }))) return false
    await publish(tx, config.id, [
      { kind: 'auction', payload: { contract, tokenId: `${tokenId}`, maker: seller } },
    ])
    return true
  })
  return saved ? undefined : refused(field, 'The seller has made a later statement about this token')
}

/** Verifies the signature with the seller's key, or with the seller's contract (EIP-1271). */
async function checkSignature(
  chain: ChainDeps,
  statement: AuctionStatement,
  signature: Hex,
): Promise<RefusedStatement | undefined> {
  const { seller: account } = statement
  const { digest } = auctionTypedData(chain.config.id, statement)
  if (chain.verifier.signerOfDigest(digest, signature) === account) return undefined
  const rejected = chain.signatureBudget(chain.reads.nodes.caller()).take()
  if (rejected !== undefined) return refused('signature', rejected, 'tooMany')
  const signed =
    (await chain.reads.hasCode(account)) &&
    (await verifyContractSignatures(chain, [{ account, digest, signature }]))[0] === true
  return signed ? undefined : refused('signature', 'The signature is not the seller’s for this statement')
}
