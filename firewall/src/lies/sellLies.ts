import { extraRows } from './extras.ts'
import { liesAbout } from './lie.ts'

/** What a server may say when an offer for a token is accepted. */
export const sellLies = liesAbout('sell', [
  {
    id: 'recipient',
    harm: 'What the offer pays goes to a stranger.',
    needs: [],
    seenBy: 'the recipient in the call data; the caller names nobody but the user',
    tell: (answer, { stranger }) => ({ ...answer, recipient: stranger }),
  },
  {
    id: 'price',
    harm: 'The token goes for a thousandth of the price, of which the quote says nothing.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the order in the call data',
    tell: (answer, { poorOffer }) => ({ ...answer, order: poorOffer }),
  },
  {
    id: 'price-said',
    harm: 'The token goes for a thousandth of the price, and the quote says so.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the quote',
    tell: (answer, { poorOffer, intents }) => ({
      ...answer,
      order: poorOffer,
      saidPrice: intents.sell.price / 1000n,
    }),
  },
  {
    id: 'token',
    harm: 'A token of another collection is sold.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the order in the call data',
    tell: (answer, { foreignOffer }) => ({ ...answer, order: foreignOffer }),
  },
  {
    id: 'contract',
    harm: 'The call goes to a stranger’s account, which has no code: its fee is lost.',
    needs: [],
    seenBy: 'the chain: the address that is called has no code',
    tell: (answer, { stranger }) => ({ ...answer, to: stranger }),
  },
  {
    id: 'operator',
    harm: 'The approval for the collection goes to a stranger in place of the conduit.',
    needs: [],
    seenBy: 'the approval’s call data, and the chain: the operator has no code',
    tell: (answer, { stranger }) => ({ ...answer, operator: stranger }),
  },
  {
    id: 'unsigned',
    harm: 'The offer was not signed by its maker: the sale fails and its fee is lost.',
    needs: [],
    seenBy: 'the signature in the call data, or the chain: the call reverts',
    tell: (answer, { cancelledOffer }) => ({
      ...answer,
      order: { ...answer.order, signature: cancelledOffer.signature },
    }),
  },
  {
    id: 'cancelled',
    harm: 'The offer was cancelled by its maker: the sale fails and its fee is lost.',
    needs: [],
    seenBy: 'the chain: the order’s status, or the call, which reverts',
    tell: (answer, { cancelledOffer }) => ({ ...answer, order: cancelledOffer }),
  },
  ...extraRows,
])
