import type { bidBody, buyBody, cancelBody, listBody, sellBody, transferBody } from '@sluice/wire'
import type * as v from 'valibot'

export type BuyRequest = v.InferOutput<typeof buyBody>
export type SellRequest = v.InferOutput<typeof sellBody>
export type ListRequest = v.InferOutput<typeof listBody>
export type BidRequest = v.InferOutput<typeof bidBody>
export type CancelRequest = v.InferOutput<typeof cancelBody>
export type TransferRequest = v.InferOutput<typeof transferBody>
