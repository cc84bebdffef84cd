import { createClient } from '@sluice/core'
import { SluiceProvider, type Theme } from '@sluice/react'
import { Address, Button, Note, Price, Select, TokenMedia } from '@sluice/react/components'
import { useMemo, useState } from 'react'
import { Code } from './Code.tsx'
import { presets } from './presets.ts'
import { Scope } from './Scope.tsx'
import { themeCode } from './themeCode.ts'

const price = {
  amount: 1_250_000_000_000_000_000n,
  currency: `0x${'0'.repeat(40)}`,
  symbol: 'ETH',
  decimals: 18,
} as const

/** Parts that every dialog is made of; nothing is asked of a provider. */
function Parts() {
  const [duration, setDuration] = useState('week')
  return (
    <>
      <div className="gallery-head">
        <TokenMedia alt="Token 42" tokenId="42" />
        <div>
          <strong>Token 42</strong>
          <p>
            <Price of={price} /> · <Address of={`0x${'a1'.repeat(20)}`} />
          </p>
        </div>
      </div>
      <Select
        label="Duration"
        value={duration}
        options={[
          { value: 'week', label: '7 days' },
          { value: 'month', label: '30 days' },
        ]}
        onChange={setDuration}
      />
      <Note kind="positive" title="It is yours">
        The chain shows the token in your account.
      </Note>
      <Note kind="warning" title="Under the floor">
        The price is 12 % under the cheapest listing.
      </Note>
      <div className="gallery-buttons">
        <Button>Buy now</Button>
        <Button kind="secondary">Make offer</Button>
        <Button kind="danger">Cancel all</Button>
      </div>
    </>
  )
}

function Look({ name, theme }: { readonly name: string; readonly theme: Theme }) {
  const client = useMemo(
    () => createClient({ chains: [{ id: 1, name: 'Shown', baseApiUrl: 'https://provider.example' }] }),
    [],
  )
  return (
    <section className="gallery-look" aria-label={name}>
      <h3>{name}</h3>
      <SluiceProvider client={client} theme={theme}>
        <Scope>
          <div className="gallery-parts">
            <Parts />
          </div>
        </Scope>
      </SluiceProvider>
      <details>
        <summary>As code</summary>
        <Code of={themeCode(theme)} label={`The theme ${name} as code`} />
      </details>
    </section>
  )
}

/** The same parts in every preset. */
export function Gallery() {
  return (
    <div className="gallery">
      {Object.entries(presets).map(([name, theme]) => (
        <Look key={name} name={name} theme={theme} />
      ))}
    </div>
  )
}
