import { type AuctionTerms, freezeIntent } from '@sluice/guards'
import { auctionsPath } from '@sluice/wire/paths'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { loadAnnouncing } from '../engine/loadEngine.ts'
import { invalidInput } from '../errors.ts'
import { type BaseUnits, parseAddress, parseBaseUnits, parseTime, parseToken } from '../input/values.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import type { Run } from '../run/run.ts'
import { type Given, type RunParameters, startAction } from './startAction.ts'

/** What an auction's withdrawal takes. */
export type WithdrawAuctionParameters = RunParameters & {
  /** `contract:tokenId`. */
  readonly token: string
}

/** What an auction's announcement takes. Amounts are base units of `currency`. */
export type AnnounceAuctionParameters = WithdrawAuctionParameters & {
  /** What offers are compared in: a contract. The chain's wrapped coin by default. */
  readonly currency?: string | undefined
  /** The least amount that the seller says would be accepted; none by default. */
  readonly weiReserve?: BaseUnits | undefined
  /** By how much the next offer is to be above the best one, in basis points of it; 500 (5 %) by default. */
  readonly stepBps?: number | undefined
  /** The same as an amount. Where both are given, the larger step counts. */
  readonly weiStep?: BaseUnits | undefined
  /** Unix seconds until which offers are welcome. */
  readonly expirationTime: string | number
}

/**
 * Announces an auction: the owner signs that offers for a token are welcome until a time, with a reserve and a least
 * step. It costs no gas and binds nobody: the token stays where it is, and only `acceptOffers` sells it. A later
 * announcement takes the place of an earlier one, and none outlives the sale of the token.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * const expirationTime = Math.floor(Date.now() / 1000) + 3 * 86_400
 * const token = `${contract}:42`
 * await announceAuction(client, { wallet, token, weiReserve: 10n ** 18n, expirationTime }).result()
 * ```
 */
export function announceAuction(client: Client, parameters: AnnounceAuctionParameters): Run {
  return startAction(client, 'announce', parameters, (_client, chain, account, given) =>
    prepareStatement(chain, account, given.token, parseAuctionTerms(chain, given)),
  )
}

/**
 * Withdraws the announcement of an auction. Offers stay as they are: they belong to their bidders.
 *
 * @returns the run. Failures end it with a `TradeError`; nothing is thrown here.
 * @example
 * ```ts
 * await withdrawAuction(client, { wallet, token: `${contract}:42` }).result()
 * ```
 */
export function withdrawAuction(client: Client, parameters: WithdrawAuctionParameters): Run {
  return startAction(client, 'announce', parameters, (_client, chain, account, given) =>
    prepareStatement(chain, account, given.token, undefined),
  )
}

function parseAuctionTerms(chain: Chain, given: Given<AnnounceAuctionParameters>): AuctionTerms {
  const { stepBps = given.weiStep === undefined ? 500 : 0 } = given
  const currency =
    given.currency === undefined ? chain.wrappedNative : parseAddress(given.currency, 'currency')
  if (currency === undefined)
    throw invalidInput('currency', '"currency" is missing, and the chain has no wrapped coin.')
  if (/^0x0{40}$/.test(currency))
    throw invalidInput(
      'currency',
      '"currency" must be a contract: offers cannot be made in the chain’s own coin.',
    )
  if (!Number.isSafeInteger(stepBps) || stepBps < 0 || stepBps > 10_000)
    throw invalidInput('stepBps', '"stepBps" must be a whole number from 0 to 10000.')
  const endsAt = parseTime(given.expirationTime, 'expirationTime')
  if (endsAt * 1_000 <= Date.now())
    throw invalidInput('expirationTime', '"expirationTime" must be in the future.')
  return {
    currency,
    reserve: parseBaseUnits(given.weiReserve ?? 0n, 'weiReserve'),
    stepBps: BigInt(stepBps),
    stepAmount: parseBaseUnits(given.weiStep ?? 0n, 'weiStep'),
    endsAt: BigInt(endsAt),
  }
}

/** The intent of a statement, with a plan of our own: the provider only receives what was signed. */
async function prepareStatement(
  chain: Chain,
  account: Address,
  token: string,
  terms: AuctionTerms | undefined,
): Promise<PreparedAction> {
  const { contract, tokenId } = parseToken(token, 'token')
  const at = BigInt(Math.floor(Date.now() / 1_000))
  const about = { chainId: chain.id, account, contract, tokenId, at }
  const intent = freezeIntent({ action: 'announce', ...about, terms })
  const { announcePlan } = await loadAnnouncing()
  return { intent, path: auctionsPath, body: {}, plan: announcePlan(intent) }
}
