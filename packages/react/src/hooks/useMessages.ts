'use client'

import { useKitParts } from '../kit/SluiceProvider.tsx'
import { en } from '../locales/en.ts'
import type { Messages } from '../locales/messages.ts'

/**
 * Every sentence of the kit in the language of the nearest `SluiceProvider`. What pages say before an action begins is
 * in `useKit().messages`, too; the rest of the English ones is loaded with the first part that calls this.
 *
 * @throws {Error} outside a provider.
 * @example
 * const { errors } = useMessages()
 * return <p>{errors[error.code].title}</p>
 */
export const useMessages = (): Messages => useKitParts().messages ?? en
