import type { Parameters, ParameterValues } from './parameters.ts'

type QueryString = {
  readonly values: ReadonlyMap<string, readonly string[]>
  readonly maps: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>
}

/** Splits the query of a URL by name. `k`, `k[]` and `k[0]` are the same name; `k[Word]` is an entry of a map. */
function splitQuery(url: string): QueryString {
  const values = new Map<string, string[]>()
  const maps = new Map<string, Map<string, string[]>>()
  const search = url.indexOf('?')
  if (search === -1) return { values, maps }
  const [query = ''] = url.slice(search + 1).split('#', 1)
  for (const [key, value] of new URLSearchParams(query)) {
    const [, name = key, inner] = key.endsWith(']') ? (/^([^[\]]+)\[(.*)\]$/.exec(key) ?? []) : []
    if (inner === undefined || /^[0-9]*$/.test(inner)) {
      const before = values.get(name)
      if (before === undefined) values.set(name, [value])
      else before.push(value)
    }
    if (inner !== undefined && inner !== '') {
      const entries = maps.get(name) ?? new Map<string, string[]>()
      maps.set(name, entries.set(inner, [...(entries.get(inner) ?? []), value]))
    }
  }
  return { values, maps }
}

/**
 * Makes the reader of a route's query: it validates every parameter and converts it for the handler. Names that
 * the route does not define are ignored.
 * @throws {ParseError} from the reader, naming the first parameter that is wrong.
 */
export function queryReader<T extends Parameters>(parameters: T): (url: string) => ParameterValues<T> {
  const entries = Object.entries(parameters)
  return (url) => {
    const { values, maps } = splitQuery(url)
    const query: Record<string, unknown> = {}
    for (const [name, parameter] of entries) {
      const value =
        parameter.map === true
          ? parameter.read(maps.get(name) ?? new Map(), name)
          : parameter.read(values.get(name) ?? [], name)
      if (parameter.withoutEffect === undefined) query[name] = value
    }
    return query as ParameterValues<T>
  }
}
