import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import {
  build,
  defaultClientConditions,
  defineConfig,
  type HtmlTagDescriptor,
  type Plugin,
  type Rolldown,
} from 'vite'
import { marketConfig } from './market.config.ts'
import type { MarketConfig } from './src/config.ts'

/** What the built page may load: no script but our own files, and the one that stands in the document itself. */
const contentPolicyOf = (inline: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(inline).digest('base64')}'`,
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self' data:",
    "img-src 'self' data: https: http://127.0.0.1:* http://localhost:*",
    "connect-src 'self' https: wss: http://127.0.0.1:* http://localhost:* ws://127.0.0.1:* ws://localhost:*",
    "media-src 'self' data: https: http://127.0.0.1:* http://localhost:*",
    'frame-src data: https: http://127.0.0.1:* http://localhost:*',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')

/** Parts that few visits load. */
const fewVisits =
  /Auction|auctionSigned|calls|CurrencyChoice|developmentSigner|entries|MovingPrice|nameService|NoChain|Pending|SearchResults|walletConnect|WorksTable|Zoom/

/** Chunks that every page loads: the document names them itself. */
const everyPage = /^(?:index|first|app|rolldown-runtime)$/

/** Files that are loaded before any part is. */
const loadedBefore = /^assets\/(?:index|app|rolldown-runtime)-/

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

type PageFiles = Readonly<Record<string, readonly string[]>>

/** What runs in the document before its first paint, as one script. */
async function beforePaint(pageFiles: PageFiles): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    root: import.meta.dirname,
    define: { pageFiles: JSON.stringify(pageFiles) },
    resolve: { conditions: ['@sluice/source', ...defaultClientConditions] },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: join(import.meta.dirname, 'src/beforePaint.ts'), formats: ['iife'], name: 'beforePaint' },
    },
  })
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const script = outputs.find((one) => one.type === 'chunk')?.code.trim()
  if (script === undefined) throw new Error('The script before the first paint was not built.')
  return script
}

/** The files that draw each page and no other, so that they are fetched before the first script names them. */
function pageFilesOf(bundle: Rolldown.OutputBundle): PageFiles {
  const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
  const named = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const reached = (file: string, known: ReadonlySet<string>): readonly string[] => {
    const chunk = named.get(file)
    if (known.has(file) || chunk === undefined || everyPage.test(chunk.name)) return []
    return [file, ...chunk.imports.flatMap((next) => reached(next, new Set([...known, file])))]
  }
  const pages = chunks.flatMap((chunk) => {
    const [, page] = /routes[\\/](\w+)Page\.tsx$/.exec(chunk.facadeModuleId ?? '') ?? []
    if (page === undefined) return []
    return [[page.toLowerCase(), [...new Set(reached(chunk.fileName, new Set()))].map((file) => `/${file}`)]]
  })
  return Object.fromEntries(pages)
}

const first = (tag: string, attrs: Record<string, string> = {}): HtmlTagDescriptor => ({
  tag,
  attrs,
  injectTo: 'head-prepend',
})

/** Puts that script into the document, and into the built one the policy that lets it and no other run. */
function documentHead(): Plugin {
  return {
    name: 'sluice-document-head',
    transformIndexHtml: {
      order: 'post',
      handler: async (_html, { bundle }) => {
        const children = await beforePaint(bundle === undefined ? {} : pageFilesOf(bundle))
        // A browser looks for the alphabet in the first kilobyte only.
        const alphabet = first('meta', { charset: 'utf-8' })
        const script: HtmlTagDescriptor = { ...first('script'), children }
        if (bundle === undefined) return [alphabet, script]
        const content = contentPolicyOf(children)
        return [alphabet, first('meta', { 'http-equiv': 'Content-Security-Policy', content }), script]
      },
    },
  }
}

const link = (attrs: Record<string, string | boolean>): HtmlTagDescriptor => ({
  tag: 'link',
  attrs,
  injectTo: 'head',
})

/** Asks at once for what every page needs a moment later: what draws it, what reads, and the face of the text. */
function askedEarly(): Plugin {
  const early = [
    /^assets\/(?:app|rolldown-runtime)-.*\.js$/,
    /^assets\/instrument-sans-latin-wght-.*\.woff2$/,
  ]
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
        return [firstAnswer(marketConfig), ...tags]
      },
    },
  }
}

/** The way to the provider is opened at once. Without a configuration the local stack is asked first of all. */
function firstAnswer(config: MarketConfig | undefined): HtmlTagDescriptor {
  const provider = config?.chains[0]?.chain.baseApiUrl
  return provider === undefined
    ? link({ rel: 'preload', as: 'fetch', crossorigin: true, href: '/stack.json' })
    : link({ rel: 'preconnect', crossorigin: true, href: new URL(provider).origin })
}

/**
 * Tells the browser that what these files define is needed at once: it compiles them on another thread while they
 * come, and not bit by bit in the way of the first paint.
 */
function compiledAhead(): Plugin {
  return {
    name: 'sluice-compiled-ahead',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler: (_options, bundle) => {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && /^(?:index|app|\w+Page)$/.test(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
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
  plugins: [react(), stackFile(), documentHead(), askedEarly(), compiledAhead()],
  resolve: {
    conditions: ['@sluice/source', ...defaultClientConditions],
    // A stand-in for what React has had since version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  server,
  preview: server,
  build: {
    target: 'es2022',
    // One file has all styles: no part names it, then, as one of its own.
    cssCodeSplit: false,
    modulePreload: {
      polyfill: false,
      // The first script names what a part needs, so that it is requested at once: not for parts that few visits load,
      // and nothing that is there already.
      resolveDependencies: (file, needed) =>
        fewVisits.test(file) ? [] : needed.filter((name) => !loadedBefore.test(name)),
    },
    rolldownOptions: {
      output: {
        // What begins the reads comes in one file, and what draws every page in another, not in thirty small ones.
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 2 },
            // What draws the market, and small things that every page has.
            {
              name: 'app',
              test: /market[\\/]src[\\/](start|parts[\\/](Fact|Later|CloseButton|CopyButton)|header[\\/](CartToggle|Account))\.tsx$|account[\\/]useNameOf\.ts$|core[\\/]src[\\/]reads[\\/]listReaders\.ts$|react[\\/]src[\\/](values[\\/](EnforcedRoyalty|When|Sentence)|primitives[\\/](Note|Skeleton)|hooks[\\/]useLive)\.tsx?$/,
              priority: 1,
            },
            {
              name: 'orders',
              test: /(OrderTable|OrderAmount)\.tsx$|react[\\/]src[\\/](values[\\/]OrderState|hooks[\\/]useOpenOrders)\.tsx?$/,
            },
          ],
        },
      },
    },
  },
})
