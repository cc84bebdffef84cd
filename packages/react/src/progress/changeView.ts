import type { Execution } from '@sluice/core'

/** What is to be known of a run that is one half of a change: a cancellation, or the signature after it. */
export type ChangeView = {
  /** The cancellation, once it is done. */
  readonly before: Execution | undefined
  /** What the signature after a cancellation is for; absent once it is the one that runs. */
  readonly followedBy: 'sign-listing' | 'sign-offer' | undefined
  /** What the two steps are, or what is left of them. */
  readonly about: string | undefined
  /** What holds if only the first of them was done. */
  readonly stopped: string
}
