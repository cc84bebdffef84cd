import type { ProviderProcess } from './providerProcess.ts'

/** Exits within {@link window} after which a provider is not started again: it would exit at once, forever. */
const tooMany = 5
/** Milliseconds. */
const window = 60_000

/**
 * Restarts the provider when its process exits, and reports it. Returns the function that ends this; call it before the
 * provider is stopped.
 */
export function keepRunning(provider: ProviderProcess, progress: (line: string) => void): () => void {
  let over = false
  let deaths: readonly number[] = []
  const died = async (how: string): Promise<void> => {
    if (over) return
    deaths = [...deaths.filter((at) => Date.now() - at < window), Date.now()]
    if (deaths.length >= tooMany) {
      progress(`The provider died again (${how}). It is not started any more: restart the whole stack.`)
      return
    }
    progress(`The provider died (${how}). Starting it again …`)
    try {
      await provider.restart()
      if (!over) progress(`The provider serves again at ${provider.url}.`)
    } catch (cause) {
      await died(cause instanceof Error ? cause.message : String(cause))
    }
  }
  provider.onDeath((how) => void died(how))
  return () => {
    over = true
  }
}
