import { extraRows } from './extras.ts'
import { liesAbout } from './lie.ts'

/** What a server may say when a token is bought. */
export const buyLies = liesAbout('buy', [
  {
    id: 'recipient',
    harm: 'The token that the user pays for goes to a stranger.',
    needs: [],
    seenBy: 'the recipient in the call data; the caller names nobody but the user',
    tell: (answer, { stranger }) => ({ ...answer, recipient: stranger }),
  },
  {
    id: 'price',
    harm: 'The user pays three times the price, of which the quote says nothing.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the value and payments in the call data',
    tell: (answer, { stranger, intents }) => ({
      ...answer,
      tips: [{ recipient: stranger, amount: 2n * intents.buy.price }],
    }),
  },
  {
    id: 'price-said',
    harm: 'The user pays three times the price, and the quote says so.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the quote',
    tell: (answer, { stranger, intents }) => ({
      ...answer,
      tips: [{ recipient: stranger, amount: 2n * intents.buy.price }],
      saidPrice: 3n * intents.buy.price,
    }),
  },
  {
    id: 'price-a-tenth',
    harm: 'The user pays a tenth above the price, of which the quote says nothing.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the value and payments in the call data',
    tell: (answer, { stranger, intents }) => ({
      ...answer,
      tips: [{ recipient: stranger, amount: intents.buy.price / 10n }],
    }),
  },
  {
    id: 'token',
    harm: 'The user gets another token of the collection.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the order in the call data',
    tell: (answer, { otherListing }) => ({ ...answer, order: otherListing }),
  },
  {
    id: 'collection',
    harm: 'The user gets a token of another collection.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the order in the call data',
    tell: (answer, { foreignListing }) => ({ ...answer, order: foreignListing }),
  },
  {
    id: 'contract',
    harm: 'The coin goes to a stranger’s account, which has no code: nothing comes back.',
    needs: [],
    seenBy: 'the chain: the address that is called has no code',
    tell: (answer, { stranger }) => ({ ...answer, to: stranger }),
  },
  {
    id: 'unsigned',
    harm: 'The order was not signed by its maker: the purchase fails and its fee is lost.',
    needs: [],
    seenBy: 'the signature in the call data, or the chain: the call reverts',
    tell: (answer, { cancelledListing }) => ({
      ...answer,
      order: { ...answer.order, signature: cancelledListing.signature },
    }),
  },
  {
    id: 'cancelled',
    harm: 'The order was cancelled by its maker: the purchase fails and its fee is lost.',
    needs: [],
    seenBy: 'the chain: the order’s status, or the call, which reverts',
    tell: (answer, { cancelledListing }) => ({ ...answer, order: cancelledListing }),
  },
  ...extraRows,
])
