import { en, languageOf, loadMessages, type Messages } from '@sluice/react'

/** One of nine languages, as the reader prefers them; loaded when it is asked for. */
export const inTheReadersLanguage = (): Promise<Messages> => loadMessages(languageOf(navigator.languages))

/** Your own sentences: the compiler lists what is missing. */
export const pirate: Messages = { ...en, common: { ...en.common, connect: 'Hoist yer wallet' } }
