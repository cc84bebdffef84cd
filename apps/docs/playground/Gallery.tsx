import { SluiceProvider, type Theme } from '@sluice/react'
import { Address, Button, Price, TokenMedia } from '@sluice/react/components'
import { Code } from './Code.tsx'
import { presets } from './presets.ts'
import { Scope } from './Scope.tsx'
import { price } from './sampleAnswers.ts'
import { DurationSelect, SampleNotes, useSampleClient } from './samples.tsx'
import { themeCode } from './themeCode.ts'

/** Parts that every dialog is made of; nothing is asked of a provider. */
function Parts() {
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
      <DurationSelect />
      <SampleNotes />
      <div className="gallery-buttons">
        <Button>Buy now</Button>
        <Button kind="secondary">Make offer</Button>
        <Button kind="danger">Cancel all</Button>
      </div>
    </>
  )
}

function Look({ name, theme }: { readonly name: string; readonly theme: Theme }) {
  const client = useSampleClient()
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
