import { ApiError } from '../../apiError.ts'
import type { TradeContext } from '../context.ts'
import { chooseConduit, orderSalt, sourceTag } from '../exchange.ts'
import type { BuyRequest, SellRequest } from '../requests.ts'
import type { FillTerms } from './fillCalls.ts'

/** What the calls of a purchase or a sale depend on. A sale is sent by its taker, through the chain's own conduit. */
type FillRequest = Pick<SellRequest, 'taker' | 'source' | 'partial'> &
  Partial<Pick<BuyRequest, 'relayer' | 'conduitKey'>>

/** What all calls of a purchase or a sale have in common. */
export function fillTerms(context: TradeContext, request: FillRequest): FillTerms {
  const { chain } = context
  const { taker, relayer, source, conduitKey, partial } = request
  return {
    chain,
    payer: relayer ?? taker,
    recipient: taker,
    conduitFor: (exchange) => {
      const conduit = chooseConduit(chain, exchange, conduitKey)
      if (conduit === undefined)
        throw new ApiError('other', 'The conduit is not open on this chain', { field: 'conduitKey' })
      return conduit
    },
    now: context.now(),
    suffix: source == null ? undefined : sourceTag(source),
    salt: orderSalt(undefined, context.randomBytes) >> 16n,
    partial,
  }
}
