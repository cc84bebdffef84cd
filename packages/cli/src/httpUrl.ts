/**
 * Checks that a value is an HTTP URL and returns it unchanged.
 * @throws {Error} with a sentence that shows the value.
 */
export function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error(`"${text}" is not an HTTP URL.`)
}
