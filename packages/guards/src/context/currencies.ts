import type { Address } from 'viem'
import { addFinding, block } from './findings.ts'
import type { GuardContext } from './guardContext.ts'

/**
 * Returns whether a contract is a known currency. A currency must never pass as a collection: `transferFrom` of an ERC-721
 * also moves an ERC-20, and the token id is then the amount.
 */
export const isMoney = (context: GuardContext, contract: Address): boolean =>
  isListed(context, contract) || context.chain.wrappedNative?.toLowerCase() === contract

/** Returns whether a currency is one of the chain's payment tokens. */
export const isListed = ({ chain }: GuardContext, currency: Address): boolean =>
  chain.paymentTokens.some((token) => token.address.toLowerCase() === currency)

/** Checks that a trade is in an agreed currency. A currency that is not listed for the chain needs a confirmation. */
export function checkCurrency(
  context: GuardContext,
  currency: Address,
  bounds: ReadonlyMap<Address, bigint> | undefined,
  path: string,
): undefined {
  if (!(bounds?.has(currency) ?? isListed(context, currency)))
    block(context, 'CALL_CURRENCY', path, currency, bounds && [...bounds.keys()].join())
  else if (!isMoney(context, currency)) addFinding(context, 'confirm', 'CALL_CURRENCY', path, currency)
}
