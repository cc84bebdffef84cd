import { previewAcceptOffers } from '@sluice/core'
import { client } from './wallet.ts'

/** What the best offer for a token brings now, after fees; only this quote's code is loaded. */
export async function proceedsOf(token: string): Promise<string> {
  const { totals, problems } = await previewAcceptOffers(client, { items: [{ token }] })
  if (problems.length > 0) return 'No offer'
  return totals.map(({ raw, currency }) => `${raw} of ${currency}`).join(' + ')
}
