/** Pages that are stored at once: while one waits for the chain or the disk, others are hashed and verified. */
const maxStoring = 4

/** Stores several pages at once. The first fault is thrown by whatever is called next. */
export type PageStore = {
  /** Notes the work of storing a page, and waits while there is too much of it. */
  add(work: Promise<void>): Promise<void>
  /** Does `work` once all that was added before is stored, and not at all where that failed. */
  afterwards(work: () => Promise<void>): Promise<void>
  /** Resolves once all that was added is stored. */
  done(): Promise<void>
}

export function createPageStore(): PageStore {
  const storing = new Set<Promise<void>>()
  let fault: unknown
  const check = (): void => {
    if (fault !== undefined) throw fault
  }
  const done = async (): Promise<void> => {
    await Promise.all(storing)
    check()
  }
  const add = async (work: Promise<void>): Promise<void> => {
    const settled = work
      .catch((cause: unknown) => {
        fault ??= cause
      })
      .finally(() => storing.delete(settled))
    storing.add(settled)
    if (storing.size >= maxStoring) await Promise.race(storing)
    check()
  }
  return { add, afterwards: (work) => add(done().then(work)), done }
}
