import { orderHash } from '@sluice/seaport'
import type { Locator, Page } from 'playwright-core'
import { type Address, erc721Abi, parseEther } from 'viem'
import { cancelOnChain, listToken, offerFor, type PostedOrder, repriceToken } from './listing.ts'
import { account, type LocalChain, ownerOf, providerToken, writer } from './scene.ts'

/** What can go wrong during a trade, in the order in which it is tried. */
export const mishaps = [
  'refused',
  'double click',
  'replaced',
  'reverted',
  'provider down',
  'offline',
  'hostile provider',
  'slow answers',
  'two tabs',
  'wrong chain',
  'price moved',
  'gone meanwhile',
  'reload in the middle',
] as const
export type Mishap = (typeof mishaps)[number]

type Token = { readonly contract: Address; readonly tokenId: bigint }

/** What a dialog can be opened for, and what can happen to it in the meantime. */
export type Subject = {
  /** The element that a page writes, and what is drawn next to it. */
  readonly html: string
  /** The dialog finds the subject by itself. */
  readonly appears?: (dialog: Locator) => Promise<void>
  /** The price that was shown is no longer asked or bid. */
  readonly reprice?: () => Promise<unknown>
  /** The subject is gone: sold, cancelled or transferred. */
  readonly remove?: () => Promise<unknown>
  /** Whether the trade took effect, on chain or at the provider. */
  readonly happened?: () => Promise<boolean>
}

/** A row of the matrix: how a dialog is reached, what is done in it, and what it says at the end. */
export type Row = {
  readonly name: string
  readonly element: string
  readonly prepare: (take: () => Token) => Promise<Subject>
  readonly fill?: (dialog: Locator) => Promise<void>
  readonly start: string
  readonly done: string
  /** What a page shows after a reload, once the trade is known to have happened. */
  readonly returned?: (page: Page) => Promise<unknown>
  /** What is gone by then is left out, and the rest is traded. */
  readonly leavesOut?: boolean
  /** Cells that are impossible, each with its reason. */
  readonly senseless: Partial<Readonly<Record<Mishap, string>>>
}

export const trader = 'Ben'
const other = 'Chloe'

const refOf = ({ contract, tokenId }: Token) => `${contract}:${tokenId}`
const price = (dialog: Locator, name: string, value: string) =>
  dialog.getByLabel(name, { exact: true }).fill(value)

const noPriceOfOthers = 'its terms are the user’s own: nobody else can move them'
const onlySigned = 'it is signed, and nothing is sent that could be'

/** Tokens of `take` are Ben's; what others sell is minted to them by `takeOther`. */
export function rows(chain: LocalChain, takeOther: () => Token): readonly Row[] {
  const transferAway = ({ contract, tokenId }: Token) => {
    const from = account(trader).address
    const args = [from, account(other).address, tokenId] as const
    return writer(chain, trader).write({
      address: contract,
      abi: erc721Abi,
      functionName: 'transferFrom',
      args,
    })
  }
  const owns = async (name: string, ...tokens: readonly Token[]) => {
    const owners = tokens.map(({ contract, tokenId }) => ownerOf(chain, contract, tokenId))
    return (await Promise.all(owners)).every((owner) => owner === account(name).address)
  }
  const idOf = (lot: PostedOrder) => orderHash(lot.order)
  const common = `chain="${chain.id}"`
  const swept: PostedOrder[] = []
  return [
    {
      name: 'Buy',
      element: 'sluice-buy',
      prepare: async () => {
        const token = takeOther()
        const lot = await listToken(chain, other, token, '0.31')
        return {
          html: `<sluice-buy ${common} token="${refOf(token)}"></sluice-buy>`,
          reprice: () => repriceToken(chain, other, lot, '0.62'),
          remove: () => cancelOnChain(chain, other, lot),
          happened: () => owns(trader, token),
        }
      },
      start: 'Buy now',
      done: 'It is yours',
      senseless: {},
    },
    {
      name: 'Cart',
      element: 'sluice-cart',
      prepare: async () => {
        const tokens = [takeOther(), takeOther()] as const
        const lots = [
          await listToken(chain, other, tokens[0], '0.033'),
          await listToken(chain, other, tokens[1], '0.034'),
        ]
        const adds = tokens.map((token) => `<sluice-add ${common} token="${refOf(token)}"></sluice-add>`)
        const last = lots[1] as PostedOrder
        return {
          html: `${adds.join('')}<sluice-cart ${common}></sluice-cart>`,
          reprice: () => repriceToken(chain, other, last, '0.068'),
          remove: () => cancelOnChain(chain, other, last),
          happened: () => owns(trader, ...tokens),
        }
      },
      start: 'Buy 2 now',
      done: 'They are yours',
      // Bought items are no longer in the cart.
      returned: async (page) => {
        await page.evaluate((html) => {
          const kit = document.getElementById('kit') as HTMLElement
          kit.innerHTML = html
        }, `<sluice-cart ${common}></sluice-cart>`)
        await page.locator('sluice-cart').getByRole('button', { name: '(0)' }).waitFor()
      },
      leavesOut: true,
      senseless: {},
    },
    {
      name: 'Sweep',
      element: 'sluice-sweep',
      prepare: async () => {
        // A list on a page may be ten seconds old: all are for sale before the first is swept, which is the newest and the
        // cheapest.
        if (swept.length === 0)
          for (let count = 0; count < 4; count += 1) {
            const token = takeOther()
            const price = (0.0003 - Number(token.tokenId) / 1e8).toFixed(8)
            swept.push(await listToken(chain, other, token, price))
          }
        const lot = swept.pop() as PostedOrder
        return {
          html: `<sluice-sweep ${common} collection="${lot.contract}" name="Many"></sluice-sweep>`,
          appears: (dialog) =>
            dialog.getByRole('img', { name: new RegExp(`#${lot.tokenId}$`) }).waitFor({ timeout: 30_000 }),
          reprice: () => repriceToken(chain, other, lot, '0.62'),
          remove: () => cancelOnChain(chain, other, lot),
          happened: () => owns(trader, lot),
        }
      },
      fill: (dialog) => dialog.getByRole('slider').fill('1'),
      start: 'Buy it now',
      done: 'It is yours',
      senseless: {},
    },
    {
      name: 'Accept',
      element: 'sluice-accept',
      prepare: async (take) => {
        const token = take()
        const lot = await offerFor(chain, other, token, '40')
        return {
          html: `<sluice-accept ${common} token="${refOf(token)}"></sluice-accept>`,
          reprice: async () => {
            await cancelOnChain(chain, other, lot)
            await offerFor(chain, other, token, '30')
          },
          remove: () => transferAway(token),
          happened: () => owns(other, token),
        }
      },
      start: 'Accept offer',
      done: 'Sold',
      senseless: {},
    },
    {
      name: 'List',
      element: 'sluice-list',
      prepare: async (take) => {
        const token = take()
        return {
          html: `<sluice-list ${common} token="${refOf(token)}"></sluice-list>`,
          remove: () => transferAway(token),
          happened: async () => {
            const shown = await providerToken(chain, token.contract, token.tokenId)
            return shown?.market.floorAsk.price?.amount.raw === `${parseEther('0.91')}`
          },
        }
      },
      fill: (dialog) => price(dialog, 'Price', '0.91'),
      start: 'List for sale',
      done: 'Listed',
      senseless: {
        replaced: onlySigned,
        reverted: onlySigned,
        'price moved': noPriceOfOthers,
      },
    },
    {
      name: 'Bid',
      element: 'sluice-offer',
      prepare: async () => ({
        html: `<sluice-offer ${common} token="${refOf(takeOther())}" name="One"></sluice-offer>`,
      }),
      fill: (dialog) => price(dialog, 'Price', '0.012'),
      start: 'Make offer',
      done: 'Offer placed',
      senseless: {
        replaced: onlySigned,
        reverted: onlySigned,
        'price moved': noPriceOfOthers,
        'gone meanwhile': 'an offer stands whoever owns the token',
      },
    },
    {
      name: 'Edit',
      element: 'sluice-edit',
      prepare: async (take) => {
        const lot = await listToken(chain, trader, take(), '0.81')
        return {
          html: `<sluice-edit ${common} order="${idOf(lot)}" name="One"></sluice-edit>`,
          remove: () => cancelOnChain(chain, trader, lot),
        }
      },
      fill: (dialog) => price(dialog, 'New price', '0.82'),
      start: 'Change listing',
      done: 'Changed',
      senseless: { 'price moved': noPriceOfOthers },
    },
    {
      name: 'Cancel',
      element: 'sluice-cancel',
      prepare: async (take) => {
        const lot = await listToken(chain, trader, take(), '0.71')
        return {
          html: `<sluice-cancel ${common} order="${idOf(lot)}" name="One"></sluice-cancel>`,
          remove: () => cancelOnChain(chain, trader, lot),
        }
      },
      start: 'Cancel listing',
      done: 'Canceled',
      senseless: { 'price moved': noPriceOfOthers },
    },
    {
      name: 'Transfer',
      element: 'sluice-transfer',
      prepare: async (take) => {
        const token = take()
        return {
          html: `<sluice-transfer ${common} token="${refOf(token)}"></sluice-transfer>`,
          remove: () => transferAway(token),
          happened: () => owns('Dev', token),
        }
      },
      fill: (dialog) => dialog.getByLabel('Recipient').fill(account('Dev').address),
      start: 'Transfer',
      done: 'Transferred',
      senseless: { 'price moved': noPriceOfOthers },
    },
  ]
}
