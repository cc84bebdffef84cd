import { existsSync, mkdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import sharp from 'sharp'

/**
 * `node --conditions=@sluice/source --import tsx scripts/pictures.ts`, after `npm run screens`: makes the pictures of the
 * README and the docs from the screenshots of the browser suite, and compresses them.
 */
const root = resolve(import.meta.dirname, '..')
const screens = join(root, 'e2e/screenshots')
const folder = join(root, 'apps/docs/public/pictures')
/** Maximum size of a picture in bytes. */
const most = 150_000

/** Pictures by the component or page that they show, with the screenshot that each is made from. */
const dialogs: Readonly<Record<string, string>> = {
  AcceptOfferDialog: 'accept-ready',
  AuctionDialog: 'auction-withdrawal',
  BidDialog: 'offer-ready',
  BuyDialog: 'buy-ready',
  CancelDialog: 'cancel-ready',
  Cart: 'cart-ready',
  CollectDialog: 'mint-ready',
  ConnectDialog: 'connect',
  EditDialog: 'edit-ready',
  ListDialog: 'list-below-floor',
  ListManyDialog: 'list-many-ready',
  PendingTrades: 'pending-change',
  ReviewCard: 'buy-review',
  StepList: 'list-running',
  SweepDialog: 'sweep-ready',
  TransferDialog: 'transfer-many-ready',
}
const pages: Readonly<Record<string, string>> = {
  market: 'page-collection',
  token: 'page-token',
  ActivityList: 'activity-waiting',
  Journal: 'journal-running',
  OwnOrders: 'page-account-listings',
  ResumeNote: 'buy-reload-in-the-middle',
}

async function take(name: string, state: string, scheme: string, isDialog: boolean): Promise<void> {
  const from = join(screens, `${state}-${scheme}.png`)
  if (!existsSync(from)) throw new Error(`There is no ${from}: run \`npm run screens\` first.`)
  const image = sharp(from)
  const { width = 0, height = 0 } = await image.metadata()
  const shown = Math.min(width, 640)
  // Dialogs are in the middle; the cart is at the side.
  const left = name === 'Cart' ? width - shown : Math.floor((width - shown) / 2)
  if (isDialog) image.extract({ left, top: 0, width: shown, height })
  const file = join(folder, `${name}-${scheme}.webp`)
  mkdirSync(folder, { recursive: true })
  await image.webp({ quality: 82 }).toFile(file)
  const { size } = statSync(file)
  if (size > most) throw new Error(`${file} has ${size} bytes, more than ${most}.`)
}

for (const scheme of ['light', 'dark']) {
  for (const [name, state] of Object.entries(dialogs)) await take(name, state, scheme, true)
  for (const [name, state] of Object.entries(pages)) await take(name, state, scheme, false)
}
