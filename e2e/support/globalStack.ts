import { type Market, type Stack, startMarket, startStack } from '@sluice/devnet'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    stack: string
    marketUrl: string
  }
}

/** One stack and one market for the whole run; tests take their own tokens and accounts from it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const progress = (line: string) => console.error(`· ${line}`)
  const stack: Stack = await startStack({ ports: [0, 0, 0], size: 24, progress })
  const market: Market = await startMarket(stack.description, 0, progress)
  project.provide('stack', JSON.stringify(stack.description))
  project.provide('marketUrl', market.url)
  return async () => {
    await market.stop()
    await stack.stop()
  }
}
