import { previewBuyTokens } from '@sluice/core'
import { client } from './wallet.ts'

/** What a token costs now, fees on top included; only this quote's code is loaded. */
export async function priceOf(token: string): Promise<string> {
  const { totals, problems } = await previewBuyTokens(client, { items: [{ token }] })
  if (problems.length > 0) return 'Not for sale'
  return totals.map(({ raw, currency }) => `${raw} of ${currency}`).join(' + ')
}
