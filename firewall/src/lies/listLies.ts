import type { OrderComponents } from '@sluice/seaport'
import type { ListAnswer } from '../answers.ts'
import type { Scene } from '../scene.ts'
import { extraRows } from './extras.ts'
import { liesAbout } from './lie.ts'

type Change = (order: OrderComponents, scene: Scene) => Partial<OrderComponents>
const changed =
  (change: Change) =>
  (answer: ListAnswer, scene: Scene): ListAnswer => ({
    ...answer,
    order: { ...answer.order, ...change(answer.order, scene) },
  })
const payments = (change: (paid: OrderComponents['consideration'][number], scene: Scene) => object) =>
  changed(({ consideration }, scene) => ({
    consideration: consideration.map((paid) => ({ ...paid, ...change(paid, scene) })),
  }))

/** What a server may say when a token is listed. */
export const listLies = liesAbout('list', [
  {
    id: 'proceeds',
    harm: 'The proceeds of the sale go to a stranger.',
    needs: [],
    seenBy: 'the order to sign; the caller names nobody but the user',
    tell: payments((_, { stranger }) => ({ recipient: stranger })),
  },
  {
    id: 'price',
    harm: 'The token is offered for a thousandth of the price.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the order to sign',
    tell: payments(({ startAmount }) => ({
      startAmount: startAmount / 1000n,
      endAmount: startAmount / 1000n,
    })),
  },
  {
    id: 'falling-price',
    harm: 'The price falls to one wei while the listing stands.',
    needs: ['price'],
    seenBy: 'the price that the caller said, and the order to sign',
    tell: payments(() => ({ endAmount: 1n })),
  },
  {
    id: 'currency',
    harm: 'The price is asked in another currency, of which the same number is worth less.',
    needs: ['currency'],
    seenBy: 'the currency that the caller said, and the order to sign',
    tell: payments((_, { usdc }) => ({ itemType: 1, token: usdc })),
  },
  {
    id: 'token',
    harm: 'A token of another collection is offered.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the order to sign',
    tell: changed(({ offer }, { otherCollection, ownedElsewhere }) => ({
      offer: offer.map((item) => ({
        ...item,
        token: otherCollection,
        identifierOrCriteria: ownedElsewhere,
      })),
    })),
  },
  {
    id: 'second-token',
    harm: 'A second token is given into the bargain.',
    needs: ['token'],
    seenBy: 'the token that the caller said, and the order to sign',
    tell: changed(({ offer }, { otherCollection, ownedElsewhere }) => ({
      offer: [...offer, { ...offer[0]!, token: otherCollection, identifierOrCriteria: ownedElsewhere }],
    })),
  },
  {
    id: 'end',
    harm: 'The listing stands for ten years in place of a week.',
    needs: ['times'],
    seenBy: 'the end that the caller said, and the order to sign',
    tell: changed(({ endTime }) => ({ endTime: endTime + 315_360_000n })),
  },
  {
    id: 'conduit',
    harm: 'The order names a conduit of a stranger’s key, which does not exist: nobody can buy.',
    needs: [],
    seenBy: 'the order to sign, and the chain: the key belongs to no conduit',
    tell: changed((_, { stranger }) => ({ conduitKey: `${stranger}${'00'.repeat(11)}01` })),
  },
  {
    id: 'zone',
    harm: 'A stranger’s account decides, as the order’s zone, who may buy.',
    needs: [],
    seenBy: 'the order to sign, and the chain: the zone has no code',
    tell: changed((_, { stranger }) => ({ orderType: 2, zone: stranger })),
  },
  {
    id: 'contract',
    harm: 'The signature is for a stranger’s contract in place of Seaport.',
    needs: [],
    seenBy: 'the domain of the data to sign, and the chain: the address has no code',
    tell: (answer, { stranger }) => ({ ...answer, verifyingContract: stranger }),
  },
  {
    id: 'operator',
    harm: 'The approval for the collection goes to a stranger in place of the conduit.',
    needs: [],
    seenBy: 'the approval’s call data, and the chain: the operator has no code',
    tell: (answer, { stranger }) => ({ ...answer, operator: stranger }),
  },
  ...extraRows,
])
