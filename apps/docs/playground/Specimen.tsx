import { TradeError } from '@sluice/core'
import { SluiceProvider } from '@sluice/react'
import * as parts from '@sluice/react/components'
import type { ReactNode } from 'react'
import { Scope } from './Scope.tsx'
import { DurationSelect, price, SampleNotes, useSampleClient } from './samples.tsx'
import type { SpecimenName } from './specimenNames.ts'

const collection = `0x${'c1'.repeat(20)}`
const token = `${collection}:42`
const orderId = `0x${'0d'.repeat(32)}` as const
const inDollars = {
  amount: 1_750_000_000n,
  currency: `0x${'0d'.repeat(20)}`,
  symbol: 'USDC',
  decimals: 6,
} as const

const specimens: Readonly<Record<SpecimenName, () => ReactNode>> = {
  AcceptOfferButton: () => <parts.AcceptOfferButton items={[{ token }]} />,
  AddToCartButton: () => <parts.AddToCartButton token={token} />,
  Address: () => <parts.Address of={collection} />,
  BidButton: () => <parts.BidButton target={{ token }} name="Token 42" />,
  BuyButton: () => <parts.BuyButton token={token} />,
  CancelButton: () => <parts.CancelButton orderIds={[orderId]} side="listing" name="Token 42" />,
  CartButton: () => <parts.CartButton />,
  CollectButton: () => <parts.CollectButton collection={collection} name="Works" />,
  Dialog: () => (
    <parts.Dialog title="A dialog" trigger={<parts.Button>Open</parts.Button>}>
      <p>Escape, the cross, and a click beside it close it.</p>
    </parts.Dialog>
  ),
  EditButton: () => <parts.EditButton orderId={orderId} side="listing" name="Token 42" />,
  ErrorNote: () => (
    <parts.ErrorNote error={new TradeError('order_unavailable', 'The order is no longer available.')} />
  ),
  ExternalLink: () => <parts.ExternalLink href="https://etherscan.io">Explorer</parts.ExternalLink>,
  ListButton: () => <parts.ListButton token={token} />,
  ListManyButton: () => <parts.ListManyButton tokens={[token, `${collection}:43`]} />,
  Note: () => (
    <>
      <SampleNotes />
      <parts.Note kind="danger" title="Stopped before your wallet opened">
        Nothing was signed and no money moved.
      </parts.Note>
    </>
  ),
  Price: () => <parts.Price of={price} />,
  Prices: () => <parts.Prices of={[price, inDollars]} />,
  Select: () => <DurationSelect />,
  Sentence: () => (
    <parts.Sentence of="{token} costs {price}." parts={{ token: 'Token 42', price: '1.25 ETH' }} />
  ),
  SweepButton: () => <parts.SweepButton collection={collection} name="Works" />,
  TokenMedia: () => <parts.TokenMedia alt="Token 42" tokenId="42" />,
  TokenPicture: () => <parts.TokenPicture alt="Token 42" tokenId="42" />,
  TransferButton: () => <parts.TransferButton tokens={[token]} />,
  When: () => <parts.When at={Date.now() - 7_200_000} />,
}

/** A component as it is, in a light and a dark theme. Nothing is asked of a provider until a dialog opens. */
export function Specimen({ name }: { readonly name: SpecimenName }): ReactNode {
  const client = useSampleClient()
  const Shown = specimens[name]
  return (
    <div className="specimen">
      {(['light', 'dark'] as const).map((scheme) => (
        <SluiceProvider key={scheme} client={client} theme={{ scheme }}>
          <Scope>
            <div className="specimen-parts">
              <Shown />
            </div>
          </Scope>
        </SluiceProvider>
      ))}
    </div>
  )
}
