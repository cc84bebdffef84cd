/** What a search by name asks for: a collection, or with a number at the end possibly one of its works. */
export function wantedOf(text: string): { readonly name: string; readonly number: string | undefined } {
  const [, name = '', number] = /^(.*\S)\s*(?:\s|#)(\d{1,78})$/.exec(text.trim()) ?? []
  return number === undefined
    ? { name: text.trim(), number: undefined }
    : { name, number: String(BigInt(number)) }
}
