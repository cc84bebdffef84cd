import type { Address } from 'viem'
import { block, find } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/**
 * Whether a contract keeps money. As a collection it is a trap: Seaport moves an ERC-20 by an ERC-721's call, and
 * the token id is then the amount.
 */
export const isMoney = (context: GuardContext, contract: Address): boolean =>
  isListed(context, contract) || context.chain.wrappedNative?.toLowerCase() === contract

/** Whether a currency is one of the chain's payment tokens. */
export const isListed = ({ chain }: GuardContext, currency: Address): boolean =>
  chain.paymentTokens.some((token) => token.address.toLowerCase() === currency)

/** A trade is in a currency that was agreed on; one that nobody vouches for has any name, and is asked about. */
export function checkCurrency(
  context: GuardContext,
  currency: Address,
  bounds: ReadonlyMap<Address, bigint> | undefined,
  path: string,
): undefined {
  if (!(bounds?.has(currency) ?? isListed(context, currency)))
    block(context, 'CALL_CURRENCY', path, currency, bounds && [...bounds.keys()].join())
  else if (!isMoney(context, currency)) find(context, 'confirm', 'CALL_CURRENCY', path, currency)
}
