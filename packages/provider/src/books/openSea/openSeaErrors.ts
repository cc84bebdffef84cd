import * as v from 'valibot'

/** The most characters of OpenSea's reason that are passed on. */
const maxReasonLength = 300

const errorBody = v.object({
  errors: v.optional(v.array(v.unknown())),
  message: v.optional(v.string()),
  detail: v.optional(v.string()),
})

/** The reason of an error, as one line of plain text. */
export function reasonOf(status: number, body: string): string {
  let text: string | undefined
  try {
    const read = v.safeParse(errorBody, JSON.parse(body))
    if (read.success) {
      const { errors, message, detail } = read.output
      text = errors?.map(String).join('; ') ?? message ?? detail
    }
  } catch {
    // An answer that is not JSON has no reason but its status.
    text = undefined
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const plain = (text ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim()
  return plain === '' ? `The order book returned HTTP status ${status}.` : plain.slice(0, maxReasonLength)
}

/** Milliseconds that a throttled caller is asked to wait, by the header `Retry-After`. */
export function waitOf(text: string | null | undefined): number | undefined {
  if (text == null) return undefined
  const seconds = Number(text)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now())
}
