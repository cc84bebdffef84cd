import type { Run } from '@sluice/core'
import type { Mandate, Mandated } from '@sluice/core/mandate'
import { type Address, zeroAddress } from 'viem'
import { z } from 'zod'

/** An address, as a tool takes it. */
export const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
const token = z.string().regex(/^0x[0-9a-fA-F]{40}:(?:0|[1-9][0-9]{0,77})$/, 'must be contract:tokenId')

/** What `preview_trade` takes. Fields that are not named here are refused. */
export const tradeInput = z.strictObject({
  action: z.enum(['buy', 'sell', 'list', 'bid', 'cancel', 'transfer']),
  tokens: z.array(token).max(20).optional().describe('contract:tokenId of each token'),
  collection: address.optional().describe('bid: any token of this collection, in place of tokens'),
  orderIds: z
    .array(z.string().regex(/^0x[0-9a-fA-F]{64}$/))
    .max(20)
    .optional()
    .describe('cancel: ids of own orders'),
  currency: address.optional().describe('the zero address, the native coin, by default'),
  price: z
    .string()
    .regex(/^[1-9][0-9]{0,77}$/, 'must be base units as decimal digits')
    .optional()
    .describe('base units for one token: the most (buy, bid) or the least (sell, list)'),
  hours: z
    .number()
    .int()
    .min(1)
    .max(720)
    .optional()
    .describe('list, bid: how long the order stands; 24 by default'),
  to: address.optional().describe('transfer: who receives the tokens'),
})
export type TradeInput = z.infer<typeof tradeInput>

/** Starts the action of an input. What is missing is refused as the action itself does. */
export function startTrade(
  mandate: Mandate,
  { action, tokens = [], collection, orderIds = [], currency, price, hours = 24, to = '' }: TradeInput,
  wrapped: Address | undefined,
  run: Pick<Mandated<never>, 'confirm' | 'signal'>,
): Run {
  const paid = currency ?? zeroAddress
  const unit = price === undefined ? undefined : { currency: paid, raw: price }
  const expirationTime = String(Math.floor(Date.now() / 1_000) + hours * 3_600)
  const weiPrice = price ?? ''
  const order = { weiPrice, expirationTime, automatedRoyalties: true }
  switch (action) {
    case 'buy':
      return mandate.buyTokens({ ...run, items: tokens.map((one) => ({ token: one, maxPrice: unit })) })
    case 'sell':
      return mandate.acceptOffers({
        ...run,
        items: tokens.map((one) => ({
          token: one,
          minPrice: unit && { ...unit, currency: currency ?? wrapped ?? paid },
        })),
      })
    case 'list':
      return mandate.listTokens({
        ...run,
        listings: tokens.map((one) => ({ ...order, token: one, currency: paid })),
      })
    case 'bid': {
      const money = currency === undefined ? order : { ...order, currency }
      const bids = tokens.map((one) => ({ ...money, token: one }))
      return mandate.placeBids({ ...run, bids: collection === undefined ? bids : [{ ...money, collection }] })
    }
    case 'cancel':
      return mandate.cancelOrders({ ...run, orderIds })
    default:
      return mandate.transferTokens({ ...run, to, items: tokens.map((one) => ({ token: one })) })
  }
}
