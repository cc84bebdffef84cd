import { type Reader, readWhole } from './reader.ts'
import { orderBy, type readOrder } from './readOrder.ts'

/** What was read before, by its `name`, is not read again. */
function known<T>(reader: Reader<T>, name?: (value: unknown) => unknown): Reader<T> {
  const before = new Map<unknown, T>()
  return (value, at) => {
    const key = name ? name(value) : value
    const read = before.get(key) ?? reader(value, at)
    before.set(key, read)
    return read
  }
}

/**
 * Reads many orders one after another, each exactly as `readOrder` does. Orders made together share most of what
 * they say: a value that was read before is not read again, and payments that say the same are the very same list.
 * What it answers is not to be changed.
 */
export function createOrderReader(): typeof readOrder {
  const components = orderBy(known)
  return (input) => readWhole(components, input, 'The order')
}
