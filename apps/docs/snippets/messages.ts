import { en, languageOf, loadWords, type Words } from '@sluice/react'

/** One of eight languages, as the reader prefers them; loaded when it is asked for. */
export const inTheReadersLanguage = (): Promise<Words> => loadWords(languageOf(navigator.languages))

/** Your own sentences: the compiler lists what is missing. */
export const pirate: Words = { ...en, common: { ...en.common, connect: 'Hoist yer wallet' } }
