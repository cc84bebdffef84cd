import { extraRows } from './extras.ts'
import { liesAbout } from './lie.ts'

/** What a server may say when a token is given to a named account. */
export const transferLies = liesAbout('transfer', [
  {
    id: 'recipient',
    harm: 'The token goes to a stranger in place of the account that was named.',
    needs: ['recipient'],
    seenBy: 'the recipient that the caller said, and the call data',
    tell: (answer, { stranger }) => ({ ...answer, recipient: stranger }),
  },
  {
    id: 'token',
    harm: 'Another token of the collection is given away.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the call data',
    tell: (answer) => ({ ...answer, tokenId: answer.tokenId - 1n }),
  },
  {
    id: 'collection',
    harm: 'A token of another collection is given away.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the contract that is called',
    tell: (answer, { otherCollection, ownedElsewhere }) => ({
      ...answer,
      collection: otherCollection,
      tokenId: ownedElsewhere,
    }),
  },
  ...extraRows,
])
