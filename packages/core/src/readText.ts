import { unlessAborted } from './wait.ts'

/**
 * Reads the text of a response up to a number of bytes. What is beyond is not kept, so that no server can fill the memory of
 * a page.
 * @param signal ends the reading, also where the response does not listen to it: that of Node.js may stop to.
 * @returns `undefined` for a longer response. @throws {TradeError} `aborted` when the signal aborts.
 */
export async function readText(
  response: Response,
  maxBytes: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const reader = response.body?.getReader()
  if (reader === undefined) return ''
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  let last: Uint8Array | undefined
  try {
    for (;;) {
      const { done, value } = await unlessAborted(reader.read(), signal)
      if (done) return text + decoder.decode(last)
      // A decoder is slow once it decodes parts; most answers come in one.
      if (last !== undefined) text += decoder.decode(last, { stream: true })
      last = value
      size += value.byteLength
      if (size > maxBytes) {
        await reader.cancel()
        return undefined
      }
    }
  } catch (cause) {
    // Closes the connection, unless that is what failed.
    reader.cancel().catch(() => undefined)
    throw cause
  }
}
