import { useKit } from '@sluice/react'
import { Address } from '@sluice/react/components'

/** Short to see and whole to point at; the reader's own is called so. */
export const Owner = () => {
  const { account } = useKit()
  return account === undefined ? null : <Address of={account} />
}
