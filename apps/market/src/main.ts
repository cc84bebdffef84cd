import '@fontsource-variable/instrument-sans'
import './styles/market.css'
import '@sluice/react/styles.css'
import { openMarket } from './opening.ts'
import { openPage } from './openPage.ts'
import { addressOf } from './place.ts'

// First what takes longest: the page's reads are on their way while the scripts that draw it still come.
const opening = openMarket(location)
const { place } = addressOf(location.pathname)
const app = import('./start.tsx')
if (place.page !== 'lost') void openPage[place.page]()
void app.then(({ start }) => start(opening, place))
