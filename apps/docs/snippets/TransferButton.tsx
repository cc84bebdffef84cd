import { TransferButton } from '@sluice/react/components'

/** One dialog, one recipient, however many tokens. */
export const SendAll = ({ tokens }: { readonly tokens: readonly string[] }) => (
  <TransferButton tokens={tokens} kind="secondary" />
)
