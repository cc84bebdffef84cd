import { existsSync, readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'
import { marketConfig } from './market.config.ts'

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self' data:",
  "img-src 'self' data: https: http://127.0.0.1:* http://localhost:*",
  "connect-src 'self' https: wss: http://127.0.0.1:* http://localhost:* ws://127.0.0.1:* ws://localhost:*",
  "media-src 'self' data: https: http://127.0.0.1:* http://localhost:*",
  'frame-src data: https: http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

type Middlewares = {
  use(
    path: string,
    handle: (
      request: unknown,
      response: {
        statusCode: number
        setHeader(name: string, value: string): void
        end(body?: string): void
      },
    ) => void,
  ): void
}

/** Serves the description of the local stack from the file that `SLUICE_STACK_FILE` names. */
function stackFile(): Plugin {
  const serve = (middlewares: Middlewares): void => {
    middlewares.use('/stack.json', (_request, response) => {
      const path = process.env.SLUICE_STACK_FILE
      const found = path !== undefined && existsSync(path)
      response.statusCode = found ? 200 : 404
      response.setHeader('content-type', 'application/json')
      response.setHeader('cache-control', 'no-store')
      response.end(found ? readFileSync(path, 'utf8') : '{}')
    })
  }
  return {
    name: 'sluice-stack-file',
    configureServer: ({ middlewares }) => serve(middlewares),
    configurePreviewServer: ({ middlewares }) => serve(middlewares),
  }
}

/** A content policy for the built page: no script but our own. The dev server needs inline scripts. */
function contentSecurity(): Plugin {
  return {
    name: 'sluice-content-security',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentPolicy },
        injectTo: 'head-prepend',
      },
    ],
  }
}

const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
})

/** Asks at once for what every page needs a moment later: the reads of the provider, and the face of the text. */
function askedEarly(): Plugin {
  const early = [/^assets\/reads-.*\.js$/, /^assets\/instrument-sans-latin-wght-.*\.woff2$/]
  return {
    name: 'sluice-asked-early',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => {
        const tags = Object.keys(bundle)
          .filter((file) => early.some((pattern) => pattern.test(file)))
          .map((file) =>
            link(
              file.endsWith('.js')
                ? { rel: 'modulepreload', crossorigin: true, href: `/${file}` }
                : { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            ),
          )
        // Without a configuration of its own the page asks the local stack first of all.
        const stack = link({ rel: 'preload', as: 'fetch', crossorigin: true, href: '/stack.json' })
        return marketConfig === undefined ? [...tags, stack] : tags
      },
    },
  }
}

const port = process.env.PORT === undefined ? undefined : Number(process.env.PORT)
const server = {
  host: '127.0.0.1',
  strictPort: false,
  ...(port === undefined ? {} : { port }),
}

export default defineConfig({
  plugins: [react(), stackFile(), contentSecurity(), askedEarly()],
  resolve: { conditions: ['@sluice/source', ...defaultClientConditions] },
  server,
  preview: server,
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What the first page needs comes in one file, not in thirty small ones.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'reads', test: /packages\/core\/src\/(api\/(lists|stream|plan)|logLine)/ },
          ],
        },
      },
    },
  },
})
