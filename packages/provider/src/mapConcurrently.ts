/** Runs `work` on all items, `atOnce` at a time. @returns the results in the order of the items. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const place = next
      next += 1
      results[place] = await work(items[place] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker))
  return results
}
