import { Note } from '@sluice/react/components'

export const Closed = () => (
  <Note kind="warning" title="Trading rests" urgent>
    The chain is being upgraded. What is listed stays listed.
  </Note>
)
