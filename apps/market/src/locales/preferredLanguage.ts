import { directionOf, type Language, languageOf } from '@sluice/react'
import { kept } from '../kept.ts'

/** Returns the visitor's choice, or else the first language of their device that the market has. */
export function preferredLanguage(): Language {
  const chosen = kept('language')
  return languageOf(chosen === undefined ? navigator.languages : [chosen])
}

/** Sets the language of the document, and which way it is written. */
export function showLanguage(tag: string): void {
  document.documentElement.lang = tag
  document.documentElement.dir = directionOf(tag)
}
