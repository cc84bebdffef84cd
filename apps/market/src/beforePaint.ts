import { preferredLanguage, showLanguage } from './locales/preferredLanguage.ts'
import { addressOf, type Route } from './route.ts'
import { keptChoice, schemeOf, showScheme } from './scheme.ts'

/** Which files draw each page; put in where the market is built. */
declare const pageFiles: { readonly [K in Route['page']]?: readonly string[] }

// Runs in the document before anything is painted: sets the colors, the language and its direction, draws the outline of the page and loads its files.
showScheme(schemeOf(keptChoice()))
showLanguage(preferredLanguage())
const { page } = addressOf(location.pathname).route
document.documentElement.dataset.page = page
for (const file of pageFiles[page] ?? []) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.crossOrigin = ''
  // Low, so that the files that read data come before the files that draw.
  link.fetchPriority = 'low'
  link.href = file
  document.head.append(link)
}
