import { TradeError } from '@sluice/core'
import { SluiceProvider, useKit } from '@sluice/react'
import * as parts from '@sluice/react/components'
import { type ReactNode, useMemo, useState } from 'react'
import { Scope } from './Scope.tsx'
import {
  answeredReads,
  collection,
  fallingListing,
  inactiveListing,
  listing,
  orderId,
  price,
  privateListing,
  token,
  uncoveredOffer,
} from './sampleAnswers.ts'
import { DurationSelect, SampleNotes, useSampleClient } from './samples.tsx'
import type { SpecimenName } from './specimenNames.ts'

const inDollars = {
  amount: 1_750_000_000n,
  currency: `0x${'0d'.repeat(20)}`,
  symbol: 'USDC',
  decimals: 6,
} as const

/** One listing at a fixed price, one whose price falls. */
function Prices(): ReactNode {
  const [falling] = useState(() => fallingListing(Date.now()))
  return [listing, falling].map((order) => (
    <div key={String(order === falling)}>
      <parts.OrderPrice of={order} />
    </div>
  ))
}

/** A part of the page in a look of its own. */
function OwnLook(): ReactNode {
  const { client, theme } = useKit()
  return (
    <SluiceProvider
      client={client}
      theme={{
        ...theme,
        colors: {
          accent: { light: '#1d5fd1', dark: '#a9c6ff' },
          'on-accent': { light: '#ffffff', dark: '#10203a' },
        },
        measures: { 'radius-control': '999px' },
      }}
    >
      <parts.BuyButton token={token} />
    </SluiceProvider>
  )
}

const specimens: Readonly<Record<SpecimenName, () => ReactNode>> = {
  AcceptOfferButton: () => <parts.AcceptOfferButton items={[{ token }]} />,
  AddToCartButton: () => <parts.AddToCartButton token={token} />,
  Address: () => <parts.Address of={collection} />,
  BidButton: () => <parts.BidButton target={{ token }} name="Token 42" />,
  Button: () => (
    <>
      <parts.Button>Buy now</parts.Button>
      <parts.Button kind="secondary">Make offer</parts.Button>
      <parts.Button kind="quiet">Not now</parts.Button>
      <parts.Button kind="danger" small>
        Cancel it
      </parts.Button>
      <parts.Button disabled>Sold out</parts.Button>
    </>
  ),
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
  EnforcedRoyalty: () => <parts.EnforcedRoyalty collection={collection} />,
  ErrorNote: () => (
    <parts.ErrorNote error={new TradeError('order_unavailable', 'The order is no longer available.')} />
  ),
  Estimate: () => (
    <p>
      <parts.Price of={price} /> <parts.Estimate of={price} />
    </p>
  ),
  ExternalLink: () => <parts.ExternalLink href="https://etherscan.io">Explorer</parts.ExternalLink>,
  Inline: () => (
    <parts.Inline>
      <parts.BuyDialog token={token} />
    </parts.Inline>
  ),
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
  OrderNotes: () => (
    <p>
      <parts.OrderState of={privateListing} /> <parts.OrderNotes of={privateListing} />
    </p>
  ),
  OrderPrice: Prices,
  OrderState: () =>
    [listing, uncoveredOffer, inactiveListing].map((order) => (
      <p key={`${order.side} ${order.status}`}>
        <parts.OrderPrice of={order} /> <parts.OrderState of={order} />
      </p>
    )),
  Price: () => <parts.Price of={price} />,
  Prices: () => <parts.Prices of={[price, inDollars]} />,
  Select: () => <DurationSelect />,
  Sentence: () => (
    <parts.Sentence of="{token} costs {price}." parts={{ token: 'Token 42', price: '1.25 ETH' }} />
  ),
  ShadowScope: () => (
    <div className="specimen-page">
      <parts.Button>In the page</parts.Button>
      <parts.ShadowScope>
        <parts.Button>In a ShadowScope</parts.Button>
      </parts.ShadowScope>
    </div>
  ),
  SluiceProvider: OwnLook,
  SweepButton: () => <parts.SweepButton collection={collection} name="Works" />,
  TokenMedia: () => <parts.TokenMedia alt="Token 42" tokenId="42" />,
  TokenPicture: () => <parts.TokenPicture alt="Token 42" tokenId="42" />,
  TransferButton: () => <parts.TransferButton tokens={[token]} />,
  When: () => <parts.When at={Date.now() - 7_500_000} />,
}

/** First part of the keys of what is answered already. */
const scope = 'specimen'

/** A component as it is, in a light and a dark theme. Nothing is asked of a provider until a dialog opens. */
export function Specimen({ name }: { readonly name: SpecimenName }): ReactNode {
  const client = useSampleClient()
  const queryClient = useMemo(() => answeredReads(client, scope), [client])
  const Shown = specimens[name]
  return (
    <div className="specimen">
      {(['light', 'dark'] as const).map((scheme) => (
        <SluiceProvider
          key={scheme}
          client={client}
          queryClient={queryClient}
          scope={scope}
          theme={{ scheme }}
        >
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
