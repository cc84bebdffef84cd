import { keccak256, stringToBytes } from 'viem'
import type { ActivityLine } from '../storage/pages/listActivity.ts'
import { sourceView } from './orderView.ts'
import type { PriceViews } from './priceView.ts'

/** The token or the collection that the order of an activity is for. */
function criteriaOf({ tokenSetId, contract, tokenId }: ActivityLine) {
  const collection = { id: contract }
  if (tokenSetId?.startsWith('token:') !== true) return { kind: 'collection', data: { collection } }
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

const unitPriceView = ({ price, currency, units }: ActivityLine, prices: PriceViews) =>
  price === null || currency === null ? null : prices.price(currency, units === 0n ? price : price / units)

/** An activity. Its price is for one unit. */
export function activityView(line: ActivityLine, prices: PriceViews, names: ActivityNames) {
  return {
    type: line.type,
    fromAddress: line.from,
    toAddress: line.to,
    price: unitPriceView(line, prices),
    amount: Number(line.units),
    timestamp: line.timestamp,
    createdAt: new Date(line.timestamp * 1000).toISOString(),
    contract: line.contract,
    txHash: line.txHash,
    logIndex: line.logIndex,
    batchIndex: line.batchIndex,
    order:
      line.orderId === null
        ? null
        : {
            id: line.orderId,
            side: line.side === 'sell' ? 'ask' : 'bid',
            source: sourceView(line.source ?? undefined),
            criteria: criteriaOf(line),
          },
    ...namesOf(line, names),
  }
}

/** A sale as `/sales/v6` shows it. Its price is for one unit. */
export function saleView(line: ActivityLine, prices: PriceViews) {
  const id = keccak256(stringToBytes(`${line.txHash}:${line.logIndex}:${line.orderId ?? undefined}`)).slice(2)
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
    orderSource: line.source,
    orderSide: line.side === 'buy' ? 'bid' : 'ask',
    orderKind: 'seaport-v1.6',
    orderId: line.orderId,
    orderIsReservoir: true,
    from: line.from,
    to: line.to,
    amount: line.units.toString(),
    txHash: line.txHash,
    logIndex: line.logIndex,
    batchIndex: line.batchIndex,
    timestamp: line.timestamp,
    price: unitPriceView(line, prices),
    washTradingScore: 0,
    isDeleted: false,
    createdAt: at,
    updatedAt: at,
  }
}
