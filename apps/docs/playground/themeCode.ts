import type { Theme } from '@sluice/react'

const key = (name: string): string => (/^[a-z]+$/.test(name) ? name : `'${name}'`)
const text = (value: string): string => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function write(value: unknown, indent: string): string {
  if (typeof value === 'string') return text(value)
  const deeper = `${indent}  `
  const lines = Object.entries(value as object).map(
    ([name, inner]) => `${deeper}${key(name)}: ${write(inner, deeper)},`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

/** A theme as TypeScript that a host can paste. */
export const themeCode = (theme: Theme): string =>
  `import type { Theme } from '@sluice/react'\n\nexport const theme: Theme = ${write(theme, '')}\n`
