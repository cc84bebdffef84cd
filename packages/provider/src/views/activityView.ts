import { keccak256, stringToBytes } from 'viem'
import type { ActivityLine } from '../storage/pages/activityPages.ts'
import { sourceView } from './orderView.ts'
import type { PriceViews } from './priceView.ts'

/** What the order of an activity is for: its kind, and the ids. */
function criteriaOf({ order, contract, tokenId }: ActivityLine) {
  const collection = { id: contract }
  if (order?.tokenSetId?.startsWith('token:') !== true) return { kind: 'collection', data: { collection } }
  return { kind: 'token', data: { token: { tokenId }, collection } }
}

/** The token and the collection of an activity, under the names that most routes use. */
function namesView(line: ActivityLine, withNames: boolean) {
  return {
    token: {
      tokenId: line.tokenId,
      tokenName: withNames ? line.tokenName : null,
      tokenImage: withNames ? line.tokenImage : null,
      isSpam: false,
      isNsfw: false,
    },
    collection: {
      collectionId: line.contract,
      collectionName: withNames ? line.collectionName : null,
      collectionImage: withNames ? line.collectionImage : null,
      isSpam: false,
      isNsfw: false,
    },
  }
}

/** The same under the shorter names of `/search/activities/v1`. */
const shortNamesView = (line: ActivityLine) => ({
  token: { id: line.tokenId, name: line.tokenName, image: line.tokenImage },
  collection: { id: line.contract, name: line.collectionName, image: line.collectionImage },
})

/** How the token and the collection of an activity are named. */
export type ActivityNames = 'long' | 'long-without-metadata' | 'short'

function namesOf(line: ActivityLine, names: ActivityNames) {
  return names === 'short' ? shortNamesView(line) : namesView(line, names === 'long')
}

/** An activity. Its price is for one unit. */
export function activityView(line: ActivityLine, prices: PriceViews, names: ActivityNames) {
  const { price, currency, units, order } = line
  const unit = price === null ? null : units === 0n ? price : price / units
  return {
    type: line.type,
    fromAddress: line.from,
    toAddress: line.to,
    price: unit === null || currency === null ? null : prices.price(currency, unit),
    amount: Number(units),
    timestamp: line.timestamp,
    createdAt: new Date(line.timestamp * 1000).toISOString(),
    contract: line.contract,
    txHash: line.txHash,
    logIndex: line.logIndex,
    batchIndex: line.batchIndex,
    order:
      order === null
        ? null
        : {
            id: order.id,
            side: order.side === 'sell' ? 'ask' : 'bid',
            source: sourceView(order.source ?? undefined),
            criteria: criteriaOf(line),
          },
    ...namesOf(line, names),
  }
}

/** A sale as `/sales/v6` shows it. Its price is for one unit. */
export function saleView(line: ActivityLine, prices: PriceViews) {
  const { price, currency, units, order } = line
  const id = keccak256(stringToBytes(`${line.txHash}:${line.logIndex}:${order?.id}`)).slice(2)
  const at = new Date(line.timestamp * 1000).toISOString()
  return {
    id,
    saleId: id,
    token: {
      contract: line.contract,
      tokenId: line.tokenId,
      name: line.tokenName,
      image: line.tokenImage,
      collection: { id: line.contract, name: line.collectionName },
    },
    orderSource: order?.source ?? null,
    orderSide: order?.side === 'buy' ? 'bid' : 'ask',
    orderKind: 'seaport-v1.6',
    orderId: order?.id ?? null,
    orderIsReservoir: true,
    from: line.from,
    to: line.to,
    amount: units.toString(),
    txHash: line.txHash,
    logIndex: line.logIndex,
    batchIndex: line.batchIndex,
    timestamp: line.timestamp,
    price:
      price === null || currency === null
        ? null
        : prices.price(currency, units === 0n ? price : price / units),
    washTradingScore: 0,
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  }
}
