import { isPlainText } from './plainText.ts'
import {
  addressOf,
  bytes32Of,
  bytesOf,
  countOf,
  leaf,
  listOf,
  maybe,
  objectOf,
  oneOf,
  or,
  type ReadBy,
  type Reader,
  readWhole,
  refuse,
  yesOrNo,
} from './reader.ts'
import { componentsOf } from './readOrder.ts'

/** Short text without control or bidirectional-override characters. */
const wordsOf = (most: number): Reader<string> =>
  leaf(
    `text of at most ${most} characters, none of them a control character`,
    (value): value is string => typeof value === 'string' && value.length <= most && isPlainText(value),
    (value) => value,
  )

const kind = oneOf('seaport-v1.6', 'seaport-v1.5', 'seaport', 'seaport-v1.4')
const signatureOf = objectOf({ signature: maybe(bytesOf(8192)) })
const signedOf: Reader<ReadBy<typeof componentsOf> & ReadBy<typeof signatureOf>> = (value, at) => ({
  ...componentsOf(value, at),
  ...signatureOf(value, at),
})
const posting = {
  order: objectOf({ kind, data: signedOf }),
  orderbook: or(wordsOf(32), 'reservoir'),
  orderbookApiKey: maybe(wordsOf(256)),
  collection: maybe(wordsOf(120)),
  tokenSetId: maybe(wordsOf(200)),
  attribute: maybe(objectOf({ collection: addressOf, key: wordsOf(200), value: wordsOf(200) })),
  isNonFlagged: maybe(yesOrNo),
}
const bulkData = objectOf({
  kind,
  data: objectOf({ orderIndex: countOf(2 ** 24), merkleProof: listOf(bytes32Of, 24) }),
})

const v3 = objectOf({ ...posting, source: maybe(wordsOf(253)) })
const items = listOf(objectOf({ ...posting, bulkData: maybe(bulkData) }), 1000)
const someItems: typeof items = (value, at) => {
  const read = items(value, at)
  return read.length === 0 ? refuse(value, at, 'a list of at least one order') : read
}
const v4 = objectOf({ items: someItems, source: maybe(wordsOf(253)) })

/** Posted orders as {@link readOrderV4} reads them. */
export type PostedItem = ReadBy<typeof v4>['items'][number]

/**
 * Reads what `orderV3Body` describes, several times as fast.
 * @throws {ParseError} that names the first bad field.
 */
export const readOrderV3 = (input: unknown, what: string): ReadBy<typeof v3> => readWhole(v3, input, what)
/** As {@link readOrderV3}, of `orderV4Body`. */
export const readOrderV4 = (input: unknown, what: string): ReadBy<typeof v4> => readWhole(v4, input, what)
