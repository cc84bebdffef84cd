import '@fontsource-variable/instrument-sans'
import './styles/market.css'
import '@sluice/react/styles.css'
import { loadPart } from './loading/loadPart.ts'
import { openPage } from './loading/openPage.ts'
import { openMarket } from './openMarket.ts'
import { addressOf } from './route.ts'

// The slowest part comes first: the page's reads are sent while the scripts that draw it are still loading.
const bootstrap = openMarket(location)
// `start` shows what failed. Until it is loaded, a rejection must not count as unhandled.
bootstrap.then(formatAhead, () => {})
const { route } = addressOf(location.pathname)
const app = loadPart(() => import('./start.tsx'))
if (route.page !== 'notFound') openPage[route.page]().catch(() => {})
app.then(({ start }) => start(bootstrap, route)).catch(drawNothing)

/**
 * The first formatter of numbers costs a slow phone a twentieth of a second, and all others next to nothing: it is made
 * after the reads were sent, while nothing can be drawn yet, and not where the first price is.
 */
function formatAhead(): void {
  setTimeout(() => new Intl.NumberFormat(navigator.language))
}

/** Says in the document itself that the scripts could not be loaded. */
function drawNothing(cause: unknown): void {
  console.error(cause)
  const said = document.createElement('p')
  said.className = 'page'
  said.setAttribute('role', 'alert')
  said.textContent = 'This page could not be loaded. Check your connection, then reload it.'
  document.querySelector('main')?.replaceWith(said)
  window.addEventListener('online', () => location.reload(), { once: true })
}
