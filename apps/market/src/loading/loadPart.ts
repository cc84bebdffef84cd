/** A part of the page whose file could not be loaded. */
export class LoadError extends Error {
  /**
   * - `unreachable`: the server of the page does not answer, so it is worth waiting for.
   * - `outdated`: it answers, but has no such file: another version of the page has been published.
   */
  readonly reason: 'unreachable' | 'outdated'

  constructor(reason: LoadError['reason'], cause: unknown) {
    super(`A part of the page could not be loaded (${reason}).`, { cause })
    this.name = 'LoadError'
    this.reason = reason
  }
}

/** Whether the server of this page answers now. */
export async function isServed(signal?: AbortSignal): Promise<boolean> {
  try {
    const { ok } = await fetch('/', { method: 'HEAD', cache: 'no-store', signal: signal ?? null })
    return ok
  } catch {
    // Offline, refused or canceled: in each case nothing can be loaded now.
    return false
  }
}

/**
 * Loads a file of the page. Tries a second time if the first try failed although the server answers.
 *
 * @throws {LoadError} says whether waiting or another version of the page helps.
 */
export async function loadPart<T>(load: () => Promise<T>, served = isServed): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    if (!(await served())) throw new LoadError('unreachable', cause)
  }
  try {
    return await load()
  } catch (cause) {
    throw new LoadError('outdated', cause)
  }
}
