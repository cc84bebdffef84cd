import type { Money } from '@sluice/react'
import { Address, Price, Sentence } from '@sluice/react/components'

type Properties = { readonly spender: string; readonly money: Money }

/** Each language puts the parts where it needs them. */
export const Allowance = ({ spender, money }: Properties) => (
  <Sentence
    of="{spender} may spend up to {amount}"
    parts={{ spender: <Address of={spender} />, amount: <Price of={money} /> }}
  />
)
