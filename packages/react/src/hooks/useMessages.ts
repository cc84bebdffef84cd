'use client'

import { useKitParts } from '../kit/SluiceProvider.tsx'
import { en } from '../locales/en.ts'
import type { Messages } from '../locales/messages.ts'

/**
 * Every sentence of the kit in the language of the nearest `SluiceProvider`. What buttons, lists and forms say is in
 * `useKit().messages`, too; what English says of an action is loaded with the first part that calls this.
 *
 * @throws {Error} outside a provider.
 * @example
 * const { errors } = useMessages()
 * return <p>{errors[error.code].title}</p>
 */
export const useMessages = (): Messages => useKitParts().messages ?? en
