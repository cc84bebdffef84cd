import type { Fee } from '@sluice/seaport'
import type { ChainState } from '../../src/model/chainState.ts'
import type { Intent } from '../../src/model/intent.ts'
import type { Policy } from '../../src/model/policy.ts'
import { artist, marketplace } from '../support/actors.ts'
import { step } from '../support/answer.ts'

/** A plan as a provider sends it, with what the user agreed to and what the chain says. */
export type Fixture = {
  readonly name: string
  readonly intent: Intent
  readonly facts: ChainState
  readonly policy: Policy
  // biome-ignore lint/suspicious/noExplicitAny: tests change any part of an answer
  readonly response: any
}

/** What the marketplace takes of a sale. */
export const fees: readonly Fee[] = [{ recipient: marketplace, bps: 250 }]
/** What the artist is owed of a sale. */
export const royalty: Fee = { recipient: artist, bps: 500 }

export const emptyApproval = () => step('nft-approval', 'transaction', [{ status: 'complete' }])
export const orderStep = (...items: unknown[]) => step('order-signature', 'signature', items)
