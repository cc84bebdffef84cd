/** Purposes of steps that come before what a trade is for. */
export const preparatoryPurposes: ReadonlySet<string> = new Set([
  'approve-currency',
  'approve-token',
  'wrap',
  'sign-message',
])
