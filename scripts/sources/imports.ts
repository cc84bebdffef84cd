import { parseSync, Visitor } from 'oxc-parser'

/** What one file imports or re-exports from another. */
export type Import = {
  readonly specifier: string
  /** `dynamic` is an `import()` that runs; its specifier is empty if it is not a literal. */
  readonly kind: 'value' | 'type' | 'dynamic'
  readonly names: readonly string[]
}

type Entry = { readonly isType: boolean; readonly importName: { readonly name: string | null } }

function fromEntries(specifier: string, entries: readonly Entry[]): Import {
  const kind = entries.length > 0 && entries.every((entry) => entry.isType) ? 'type' : 'value'
  return {
    specifier,
    kind,
    names: entries.flatMap(({ importName: { name } }) => (name === null ? [] : [name])),
  }
}

/** Reads the imports and re-exports of a module: static, `import()`, and `import('…').Type`. */
export function readImports(file: string, text: string): readonly Import[] {
  const { module, program, errors } = parseSync(file, text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file}: ${error.message}`)
  const found = module.staticImports.map(({ moduleRequest, entries }) =>
    fromEntries(moduleRequest.value, entries),
  )
  for (const { entries } of module.staticExports)
    for (const entry of entries)
      if (entry.moduleRequest !== null) found.push(fromEntries(entry.moduleRequest.value, [entry]))
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^'([^']*)'$/.exec(text.slice(moduleRequest.start, moduleRequest.end))
    found.push({ specifier: literal?.[1] ?? '', kind: 'dynamic', names: [] })
  }
  new Visitor({
    TSImportType: ({ source }) => {
      found.push({ specifier: source.value, kind: 'type', names: [] })
    },
  }).visit(program)
  return found
}
