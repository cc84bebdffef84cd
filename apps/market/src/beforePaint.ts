import { addressOf } from './place.ts'
import { preferredScheme, showScheme } from './scheme.ts'

// Runs inside the document, before anything is painted: the right colours, and the outline of the right page.
showScheme(preferredScheme())
document.documentElement.dataset.page = addressOf(location.pathname).place.page
