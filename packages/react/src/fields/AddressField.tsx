'use client'

import type { ComponentProps, ReactNode } from 'react'
import { TextField } from './TextField.tsx'

/** An account: its address, or its name. Written from left to right in every language. */
export const AddressField = ({ hint, ...props }: ComponentProps<typeof TextField>): ReactNode => (
  <TextField
    className="sluice-input sluice-address-input"
    autoCapitalize="off"
    dir="ltr"
    placeholder="0x"
    // What is wrong with an address says what an address is.
    hint={props.problem === undefined ? hint : undefined}
    {...props}
  />
)
