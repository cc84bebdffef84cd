import { useKit, useUserTokens } from '@sluice/react'
import { ListButton } from '@sluice/react/components'

export function MyTokens() {
  const { account } = useKit()
  const { data = [] } = useUserTokens({ user: account ?? '', enabled: account !== undefined, limit: 50 })
  return data.map(({ token }) => (
    <p key={`${token.contract}:${token.tokenId}`}>
      {token.name} <ListButton token={`${token.contract}:${token.tokenId}`} small />
    </p>
  ))
}
