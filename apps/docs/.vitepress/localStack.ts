import type { ServerResponse } from 'node:http'
import type { Plugin } from 'vitepress'

/** Answers with the newest local stack of this checkout that runs; 404 where none does. */
async function describeStack(response: ServerResponse): Promise<void> {
  // By a name that Vite does not follow when it bundles this configuration: it would look for a built package.
  const devnet: string = '@sluice/devnet'
  const { runningStacks } = (await import(devnet)) as typeof import('@sluice/devnet')
  const [newest] = runningStacks()
  response.statusCode = newest === undefined ? 404 : 200
  response.setHeader('content-type', 'application/json')
  response.setHeader('cache-control', 'no-store')
  response.end(JSON.stringify(newest?.description ?? {}))
}

/**
 * Gives the playground the local stack that runs, whatever its ports, as `/stack.json`, and prints the address of the site
 * once it listens.
 */
export const localStack = (): Plugin => ({
  name: 'sluice-local-stack',
  configureServer: ({ httpServer, middlewares }) => {
    middlewares.use('/stack.json', (_request, response, next) => {
      describeStack(response).catch(next)
    })
    httpServer?.once('listening', () => {
      const address = httpServer.address()
      if (address === null || typeof address === 'string') return
      console.log(`
  The docs are open:  http://localhost:${address.port}/
  The playground:     http://localhost:${address.port}/playground/  (trades on the stack that \`npm start\` runs)

  Ctrl-C stops them.
`)
    })
  },
})
