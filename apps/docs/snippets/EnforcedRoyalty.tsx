import { EnforcedRoyalty } from '@sluice/react/components'

/** Beside the facts of a collection: nothing is shown where royalties are not enforced. */
export function Facts({ collection }: { readonly collection: string }) {
  return (
    <section>
      <EnforcedRoyalty collection={collection} />
    </section>
  )
}
