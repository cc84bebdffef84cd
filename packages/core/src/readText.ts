/**
 * Reads the text of a response up to a number of bytes. What is beyond is not kept, so that no server can fill the memory of
 * a page.
 * @returns `undefined` for a longer response. @throws when the signal aborts.
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
  for (;;) {
    const { done, value } = await reader.read()
    signal.throwIfAborted()
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
}
