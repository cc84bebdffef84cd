import type { ReactNode } from 'react'

/** A remark in small letters; nothing if there is none. */
export const SmallText = ({ of }: { readonly of: string | undefined }): ReactNode =>
  of === undefined ? null : <small>{of}</small>
