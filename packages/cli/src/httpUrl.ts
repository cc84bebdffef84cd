/**
 * An address that is asked over HTTP, as it was written.
 * @throws {Error} with a sentence that shows what was given instead.
 */
export function httpUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text
  throw new Error(`"${text}" is no http(s) URL.`)
}
