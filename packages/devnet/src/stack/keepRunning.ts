import type { ProviderProcess } from './providerProcess.ts'

/** Number of exits within {@link exitWindow} after which the provider is not restarted, because it would exit again. */
const maxExits = 5
/** Milliseconds. */
const exitWindow = 60_000

/**
 * Restarts the provider whenever its process exits, and logs it. Returns a function that ends this, which must be called
 * before the provider is stopped.
 */
export function keepRunning(provider: ProviderProcess, progress: (line: string) => void): () => void {
  let ended = false
  let exits: readonly number[] = []
  const onExit = async (reason: string): Promise<void> => {
    if (ended) return
    exits = [...exits.filter((at) => Date.now() - at < exitWindow), Date.now()]
    if (exits.length >= maxExits) {
      progress(`The provider exited again (${reason}). It is not restarted anymore: restart the whole stack.`)
      return
    }
    progress(`The provider exited (${reason}). Restarting it …`)
    try {
      await provider.restart()
      if (!ended) progress(`The provider is running again at ${provider.url}.`)
    } catch (cause) {
      await onExit(cause instanceof Error ? cause.message : String(cause))
    }
  }
  provider.onDeath((reason) => void onExit(reason))
  return () => {
    ended = true
  }
}
