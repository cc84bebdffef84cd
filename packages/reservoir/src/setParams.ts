/**
 * Writes a query as the ancestor did: a list once for each of its entries, what is absent not at all.
 */
export function setParams(url: URL, query: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one != null) url.searchParams.append(name, String(one))
}
