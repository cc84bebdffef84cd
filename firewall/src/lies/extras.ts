import { type Address, encodeFunctionData, erc721Abi, maxUint256, parseAbi } from 'viem'
import { approveAmount, approveOperator, type Extra, honestAnswers, listingTypedData } from '../answers.ts'
import type { Scene } from '../scene.ts'

/** Requests that no action needs, each of which takes something from the user. */
export const extras = {
  approveCoin: ({ wrapped, stranger }: Scene): Extra => ({
    kind: 'transaction',
    call: approveAmount(wrapped, stranger, maxUint256),
  }),
  approveCollection: ({ otherCollection, stranger }: Scene): Extra => ({
    kind: 'transaction',
    call: approveOperator(otherCollection, stranger),
  }),
  giveToken: ({ otherCollection, ownedElsewhere, user, stranger }: Scene): Extra => ({
    kind: 'transaction',
    call: {
      to: otherCollection,
      data: encodeFunctionData({
        abi: erc721Abi,
        functionName: 'transferFrom',
        args: [user, stranger, ownedElsewhere],
      }),
      value: 0n,
    },
  }),
  payCoin: ({ stranger, intents }: Scene): Extra => ({
    kind: 'transaction',
    call: { to: stranger, data: '0x', value: intents.buy.price },
  }),
  /** An order that gives a token of the user's for one base unit. */
  signGift: (scene: Scene): Extra => {
    const { order, verifyingContract } = honestAnswers(scene).list
    const [offered] = order.offer
    const [paid] = order.consideration
    const gift = {
      ...order,
      offer: [{ ...offered!, token: scene.otherCollection, identifierOrCriteria: scene.ownedElsewhere }],
      consideration: [{ ...paid!, startAmount: 1n, endAmount: 1n }],
    }
    return { kind: 'signature', typed: listingTypedData(scene, { verifyingContract, order: gift }) }
  },
  /** A permit (EIP-2612) for a currency of the user's. */
  signPermit: ({ chain, wrapped, user, stranger, intents }: Scene): Extra => ({
    kind: 'signature',
    typed: {
      domain: { name: 'Wrapped Ether', version: '1', chainId: chain.id, verifyingContract: wrapped },
      types: {
        Permit: [
          { name: 'owner', type: 'address' },
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
          { name: 'nonce', type: 'uint256' },
          { name: 'deadline', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      message: {
        owner: user,
        spender: stranger,
        value: maxUint256,
        nonce: 0n,
        deadline: intents.list.endTime,
      },
    },
  }),
} as const

const transferAbi = parseAbi(['function transfer(address to, uint256 amount)'])
/** A plain transfer of a currency to an account. */
export const transferCoin = (token: Address, to: Address, amount: bigint) => ({
  to: token,
  data: encodeFunctionData({ abi: transferAbi, functionName: 'transfer', args: [to, amount] }),
  value: 0n,
})

/** The same requests before any action. */
export const extraRows = (
  [
    ['approve-coin', 'A stranger may spend all of a currency that has no part in this.', extras.approveCoin],
    [
      'approve-collection',
      'A stranger may take every token of another collection.',
      extras.approveCollection,
    ],
    ['give-token', 'A token of another collection goes to a stranger.', extras.giveToken],
    ['pay-coin', 'The price is paid to a stranger, for nothing, beside the action.', extras.payCoin],
    ['sign-gift', 'A signature sells a token of another collection for one wei.', extras.signGift],
    [
      'sign-permit',
      'A signature lets a stranger spend a currency that has no part in this.',
      extras.signPermit,
    ],
  ] as const
).map(([id, harm, extra]) => ({
  id,
  harm,
  needs: [],
  seenBy: 'the action needs no such request',
  tell: <T extends { readonly extras: readonly Extra[] }>(answer: T, scene: Scene): T => ({
    ...answer,
    extras: [...answer.extras, extra(scene)],
  }),
}))
