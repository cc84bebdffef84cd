import { useKit } from '@sluice/react'
import { Address } from '@sluice/react/components'

export function Account() {
  const { account, connect, messages } = useKit()
  if (account !== undefined) return <Address of={account} />
  return (
    <button type="button" onClick={connect}>
      {messages.common.connect}
    </button>
  )
}
