import { When } from '@sluice/react/components'

/** "3 minutes ago", in the language of the kit's messages; the exact time on pointing. */
export const ListedAt = ({ seconds }: { readonly seconds: number }) => <When at={seconds * 1_000} />
