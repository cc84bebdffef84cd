/** What is looked for by name: a collection, and with a number at the end perhaps one work of it. */
export function wantedOf(text: string): { readonly name: string; readonly number: string | undefined } {
  const [, name = '', number] = /^(.*\S)\s*(?:\s|#)(\d{1,78})$/.exec(text.trim()) ?? []
  return number === undefined
    ? { name: text.trim(), number: undefined }
    : { name, number: String(BigInt(number)) }
}
