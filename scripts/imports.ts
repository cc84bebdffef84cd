/** One import or re-export of a file. */
export type Import = {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly names: readonly string[]
}

const statement =
  /^\s*(?:import|export)\s+(?:(type)\s+)?([^'";]*?)\s*from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

/** Reads the imports of a source text. Good enough for code that the formatter has laid out. */
export function readImports(text: string): readonly Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  return [...code.matchAll(statement)].map((match) => {
    const [, typeKeyword, clause = '', from, bare, dynamic] = match
    const listed = clause
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
    const typeOnly =
      typeKeyword === 'type' ||
      (from !== undefined &&
        clause.trim().startsWith('{') &&
        listed.length > 0 &&
        listed.every((name) => name.startsWith('type ')))
    const names = listed.map((name) => name.replace(/^type\s+/, '').split(/\s+as\s+/)[0] ?? '')
    return { specifier: from ?? bare ?? dynamic ?? '', typeOnly, names }
  })
}
