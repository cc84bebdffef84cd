const text = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(value) : `{${literal(value)}}`

/** A value as JavaScript: `{ token: '0x…:1' }`. */
function literal(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  return `{ ${Object.entries(value)
    .map(([key, inner]) => `${key}: ${literal(inner)}`)
    .join(', ')} }`
}

/** A component of the kit with its properties, as code that a host can paste. */
export function elementCode(name: string, properties: object, trigger?: string): string {
  const lines = Object.entries(properties).map(([key, value]) => `  ${key}=${text(value)}`)
  if (trigger !== undefined) lines.push(`  trigger={<button type="button">${trigger}</button>}`)
  const element = lines.length === 0 ? `<${name} />` : `<${name}\n${lines.join('\n')}\n/>`
  return `import { ${name} } from '@sluice/react/components'\n\n${element}\n`
}
