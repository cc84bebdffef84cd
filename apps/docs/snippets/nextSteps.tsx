import { BuyButton, type NextSteps } from '@sluice/react/components'

/** Where the pages of a shop are. The id of the chain is that of the trade. */
const next: NextSteps = {
  onViewToken: (token, chainId) => location.assign(`/${chainId}/tokens/${token}`),
  onViewTokens: (chainId) => location.assign(`/${chainId}/account`),
  onListToken: (token, chainId) => location.assign(`/${chainId}/tokens/${token}?list`),
  onBrowse: () => location.assign('/'),
}

export const Buy = ({ token }: { readonly token: string }) => <BuyButton token={token} next={next} />
