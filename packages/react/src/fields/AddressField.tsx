'use client'

import type { ComponentProps, ReactNode } from 'react'
import { TextField } from './TextField.tsx'

/** An account: its address, or its name. Written from left to right in every language. */
export const AddressField = (props: ComponentProps<typeof TextField>): ReactNode => (
  <TextField autoCapitalize="off" dir="ltr" placeholder="0x" {...props} />
)
