const widest = 118

/**
 * Returns JSON with a value on one line where it fits, so that a line of a text is a line of the file.
 * @param before spaces that the value's own line begins with.
 * @param used characters of that line that are taken already.
 */
export function writeJson(value: unknown, before = '', used = 0): string {
  const flat = flatJson(value)
  if (before.length + used + flat.length <= widest || typeof value !== 'object' || value === null) return flat
  const inner = `${before}  `
  const lines = Array.isArray(value)
    ? value.map((one) => `${inner}${writeJson(one, inner)}`)
    : entriesOf(value).map(([key, one]) => {
        const name = `${JSON.stringify(key)}: `
        return `${inner}${name}${writeJson(one, inner, name.length)}`
      })
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${lines.join(',\n')}\n${before}${close}`
}

const entriesOf = (value: object): readonly (readonly [string, unknown])[] =>
  Object.entries(value).filter(([, one]) => one !== undefined)

function flatJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flatJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = entriesOf(value)
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([key, one]) => `${JSON.stringify(key)}: ${flatJson(one)}`).join(', ')} }`
}
