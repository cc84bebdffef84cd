import { acceptOffers, getOffers } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const token = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42'
const [best] = (await getOffers(client, { token, sortBy: 'price', limit: 1 })).items
if (best?.price != null) {
  const { amount, netAmount, currency } = best.price
  const raw = (netAmount ?? amount).raw
  const expectedPrice = { [currency.contract]: { raw, currencyDecimals: currency.decimals ?? 18 } }
  await acceptOffers(client, { wallet, items: [{ token, orderId: best.id }], expectedPrice }).result()
}
