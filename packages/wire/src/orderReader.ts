import { type Reader, readWhole } from './reader.ts'
import { orderBy, type readOrder } from './readOrder.ts'

/** A value that was read before is not read again. */
function known<T>(reader: Reader<T>): Reader<T> {
  const before = new Map<unknown, T>()
  return (value, at) => {
    let read = before.get(value)
    if (read === undefined) {
      read = reader(value, at)
      before.set(value, read)
    }
    return read
  }
}

/**
 * Reads many orders one after another, each exactly as `readOrder` does. Orders made together share most of what
 * they say: a value that was read before is not read again.
 */
export function createOrderReader(): typeof readOrder {
  const components = orderBy(known)
  return (input) => readWhole(components, input, 'The order')
}
