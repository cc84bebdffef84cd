/** Adds an amount to the sum of a key. */
export const addTo = <K>(sums: Map<K, bigint>, key: K, amount: bigint): void =>
  void sums.set(key, (sums.get(key) ?? 0n) + amount)
