/** One thing to buy. Two entries never name the same listing, nor the same token without one. */
export type CartItem = {
  /** The chain of the token. */
  readonly chainId: number
  /** `contract:tokenId`, lower-cased. */
  readonly token: string
  /** One listing; by default the cheapest at the time of buying. */
  readonly orderId?: `0x${string}` | undefined
  /** Units. */
  readonly quantity: number
  /** Run id of the purchase that last took it to checkout, by which it is settled after a reload. */
  readonly run?: string | undefined
}

/** Where a cart is stored between visits: one text, read and written synchronously. */
export type CartStorage = {
  /** Returns what was written last, or `null`. */
  read(): string | null
  /** Stores the cart as text. */
  write(text: string): void
  /** Reports changes from elsewhere, such as another tab. Returns the function that unsubscribes. */
  subscribe?(changed: () => void): () => void
}

/** What a user intends to buy, across collections and chains. */
export type CartStore = {
  get(): readonly CartItem[]
  /** Adds an entry; replaces the quantity of one that is there already. */
  add(item: CartItem): void
  remove(items: readonly CartItem[]): void
  /** Records which purchase takes these entries to checkout. */
  take(items: readonly CartItem[], run: string): void
  /**
   * Applies the end of a purchase: `left` returns, for each entry that it took, how many units are still to be bought.
   * What arrived is removed and the rest stays; an entry whose end is not known (`undefined`) stays with its purchase.
   */
  settle(run: string, left: (item: CartItem) => number | undefined): void
  clear(): void
  subscribe(listener: () => void): () => void
}

/** Most entries; a plan for more would not fit in a block. */
export const cartLimit = 50

/** Whether two entries name the same listing, or the same token without one. */
export const sameItem = (left: CartItem, right: CartItem): boolean =>
  left.chainId === right.chainId && (left.orderId ?? left.token) === (right.orderId ?? right.token)

const includes = (items: readonly CartItem[], item: CartItem): boolean =>
  items.some((other) => sameItem(item, other))

/** Creates a cart over a storage. The storage's text is validated like any untrusted input. */
export function createCartStore(storage: CartStorage): CartStore {
  const state = { items: readItems(storage.read()) }
  const listeners = new Set<() => void>()
  const publish = (items: readonly CartItem[]) => {
    state.items = items
    for (const listener of [...listeners]) listener()
  }
  const save = (items: readonly CartItem[]) => {
    storage.write(JSON.stringify(items))
    publish(items)
  }
  const without = (items: readonly CartItem[]) => state.items.filter((item) => !includes(items, item))
  const sources: { stop: (() => void) | undefined } = { stop: undefined }
  return {
    get: () => state.items,
    add: (item) => {
      const rest = without([item])
      if (rest.length < cartLimit) save([...rest, item])
    },
    remove: (items) => save(without(items)),
    take: (items, run) => save(state.items.map((item) => (includes(items, item) ? { ...item, run } : item))),
    settle: (run, left) => {
      if (!state.items.some((item) => item.run === run)) return
      save(
        state.items.flatMap(({ run: taken, ...item }) => {
          const quantity = taken === run ? left(item) : undefined
          if (quantity === undefined) return [taken === undefined ? item : { ...item, run: taken }]
          return quantity > 0 ? [{ ...item, quantity }] : []
        }),
      )
    },
    clear: () => save([]),
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) sources.stop = storage.subscribe?.(() => publish(readItems(storage.read())))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) sources.stop?.()
      }
    },
  }
}

/**
 * Stores the cart in the browser's local storage, shared by its tabs; in memory if the browser denies storage.
 *
 * @param key of the entry in the storage.
 * @example
 * const cart = browserCart('shop.cart') // a constant of the module
 * return <SluiceProvider client={client} cartStorage={cart}>{children}</SluiceProvider>
 */
export function browserCart(key = 'sluice.cart.1'): CartStorage {
  const memory: { text: string | null } = { text: null }
  const local = localOf()
  if (local === undefined)
    return {
      read: () => memory.text,
      write: (text) => {
        memory.text = text
      },
    }
  return {
    read: () => local.getItem(key),
    write: (text) => local.setItem(key, text),
    subscribe: (changed) => {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) changed()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** Reading the property may already throw, and a server has none. */
function localOf(): Storage | undefined {
  try {
    const { localStorage } = globalThis
    const probe = 'sluice.cart.probe'
    localStorage.setItem(probe, probe)
    localStorage.removeItem(probe)
    return localStorage
  } catch {
    return undefined
  }
}

/** Valid entries without duplicates. */
function readItems(text: string | null): readonly CartItem[] {
  try {
    const found: unknown = JSON.parse(text ?? '[]')
    const items = Array.isArray(found) ? found.filter(isItem).slice(0, cartLimit) : []
    return items.filter((item, index) => !includes(items.slice(0, index), item))
  } catch {
    return []
  }
}

const isText = (value: unknown, form: RegExp): boolean => typeof value === 'string' && form.test(value)

function isItem(value: unknown): value is CartItem {
  const { chainId, token, orderId, quantity, run } = Object(value) as Record<keyof CartItem, unknown>
  return (
    Number.isSafeInteger(chainId) &&
    isText(token, /^0x[0-9a-f]{40}:(0|[1-9]\d{0,77})$/) &&
    (orderId === undefined || isText(orderId, /^0x[0-9a-f]{64}$/)) &&
    (run === undefined || isText(run, /^/)) &&
    Number.isSafeInteger(quantity) &&
    Number(quantity) > 0
  )
}
