import { defineConfig } from 'vitepress'
import { readDecisions } from '../generator/decisions.ts'
import { readReference } from '../generator/reference.ts'
import { localStack } from './localStack.ts'

const { functions, hooks, components, routes } = readReference()
const verbs = ['buyTokens', 'acceptOffers', 'listTokens', 'placeBids', 'cancelOrders', 'transferTokens']
const link = (base: string) => (name: string) => ({ text: name, link: `${base}${name}` })
const linksOf = (base: string, pages: readonly { readonly name: string }[]) =>
  pages.map(({ name }) => link(base)(name))
const others = functions.filter(({ name }) => !verbs.includes(name))

const playgroundImports = [
  '@sluice/core',
  '@sluice/react',
  '@sluice/react/components',
  'react',
  'react-dom/client',
  'react/jsx-dev-runtime',
  'react/jsx-runtime',
  'viem',
  'viem/accounts',
]

export default defineConfig({
  title: 'Sluice',
  description: 'An embedded marketplace for NFTs that does not trust its provider.',
  cleanUrls: true,
  lang: 'en',
  head: [['link', { rel: 'icon', href: '/logo.svg' }]],
  themeConfig: {
    logo: '/logo.svg',
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Start', link: '/guide/start' },
      { text: 'Actions', link: '/actions/buyTokens' },
      { text: 'Kit', link: '/kit/' },
      { text: 'Provider', link: '/provider/' },
      { text: 'Security', link: '/security/' },
      { text: 'Playground', link: '/playground/' },
    ],
    sidebar: [
      {
        text: 'Guide',
        items: [
          { text: 'Trade in five minutes', link: '/guide/start' },
          { text: 'What happens in a trade', link: '/guide/concepts' },
          { text: 'Recipes', link: '/guide/recipes' },
          { text: 'Auctions', link: '/guide/auctions' },
          { text: 'Next.js and server rendering', link: '/guide/next' },
          { text: 'Wallets', link: '/guide/wallets' },
          { text: 'What wallets answer', link: '/guide/wallet-errors' },
          { text: 'Chains', link: '/guide/chains' },
          { text: 'Events and logs', link: '/guide/events' },
          { text: 'Errors by code', link: '/guide/errors' },
          { text: 'Reloads and crashes', link: '/guide/resume' },
          { text: 'Agents with a mandate', link: '/guide/mandates' },
          { text: 'Architecture', link: '/guide/architecture' },
          { text: 'The command line', link: '/guide/command-line' },
        ],
      },
      {
        text: 'Actions',
        items: [...verbs.map(link('/actions/')), { text: 'preview', link: '/guide/preview' }],
      },
      { text: 'More of the client', collapsed: true, items: linksOf('/actions/', others) },
      {
        text: 'Kit',
        items: [
          { text: 'How it fits together', link: '/kit/' },
          { text: 'Themes', link: '/kit/themes' },
          { text: 'Styles of the page, and CSP', link: '/kit/styling' },
          { text: 'Gallery', link: '/kit/gallery' },
          { text: 'Messages and languages', link: '/kit/messages' },
          { text: 'Without React, and in frames', link: '/kit/embedding' },
          { text: 'Playground', link: '/playground/' },
        ],
      },
      {
        text: 'Components',
        collapsed: true,
        items: linksOf('/kit/components/', components),
      },
      { text: 'Hooks', collapsed: true, items: linksOf('/kit/hooks/', hooks) },
      {
        text: 'Provider',
        items: [
          { text: 'Quickstart', link: '/provider/' },
          { text: 'Settings', link: '/provider/settings' },
          { text: 'Limits', link: '/provider/limits' },
          { text: 'API keys and webhooks', link: '/provider/access' },
          { text: 'How it works', link: '/provider/how-it-works' },
          { text: 'Metrics, alerts and traces', link: '/provider/metrics' },
          { text: 'Runbook', link: '/provider/runbook' },
          { text: 'Backup and recovery', link: '/provider/recovery' },
          { text: 'Simulation', link: '/provider/simulation' },
          { text: 'Upgrade', link: '/provider/upgrade' },
          { text: 'How far it scales', link: '/provider/scale' },
          { text: 'Kubernetes', link: '/provider/kubernetes' },
          { text: 'Other order books', link: '/provider/other-books' },
          { text: 'Enforced royalties', link: '/provider/enforced-royalties' },
          { text: 'Test providers and clients', link: '/provider/tools' },
          { text: 'Move from ReservoirKit', link: '/migrate/' },
          { text: 'Use OpenSea’s SDK', link: '/migrate/opensea-sdk' },
        ],
      },
      {
        text: 'Routes',
        collapsed: true,
        items: routes.map(({ id, method, path }) => ({
          text: `${method} ${path}`,
          link: `/provider/routes/${id}`,
        })),
      },
      {
        text: 'Security',
        items: [
          { text: 'What is proven, and what is not', link: '/security/' },
          { text: 'Threats and promises', link: '/security/threats' },
          { text: 'Policy', link: '/security/policy' },
          { text: 'Rules and decisions', link: '/security/rules' },
          { text: 'An independent model of the rules', link: '/security/model' },
          { text: 'Findings', link: '/security/findings' },
          { text: 'Clients before a lying server', link: '/security/firewall' },
          { text: 'Clear signing in wallets', link: '/security/clear-signing' },
          { text: 'Differences from the specification', link: '/security/differences' },
        ],
      },
      { text: 'Figures', items: [{ text: 'Measured beside the peers', link: '/bench/' }] },
      {
        text: 'Decisions',
        collapsed: true,
        items: [{ text: 'Architecture decisions', link: '/decisions/' }, ...readDecisions()],
      },
    ],
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config: (md) => {
      // A README that is a page here as well points at others as they lie in the repository.
      md.core.ruler.push('links-of-readmes', ({ tokens }) => {
        for (const part of tokens.flatMap(({ children }) => children ?? [])) {
          const href = part.attrGet('href')
          if (href !== null) part.attrSet('href', href.replace(/^\.\.\/\.\.\/apps\/docs(?=\/)/, ''))
        }
      })
      // A table that is wider than its page scrolls by keyboard, too. Those of Markdown have this from VitePress.
      md.core.ruler.push('scrollable-tables', ({ tokens }) => {
        for (const token of tokens)
          if (token.type === 'html_block')
            token.content = token.content.replaceAll('<table>', '<table tabindex="0">')
      })
      // Code that nobody checks goes stale: it comes from a checked file, from the source itself, or from a provider's
      // own answers. Commands and settings are read by tests.
      md.core.ruler.push('only-checked-code', ({ tokens, env }) => {
        for (const token of tokens)
          if (
            token.type === 'fence' &&
            !('src' in token) &&
            !/^sh$|\[(?:from .+|recorded|setting)\]$/.test(token.info.trim())
          )
            throw new Error(`${String(env.relativePath)}: write this code into snippets/ and include it.`)
      })
    },
  },
  vite: {
    plugins: [localStack()],
    resolve: { conditions: ['@sluice/source'] },
    // The playground is React on the source of the kit: bundled once when the site starts, not sent file by file.
    // Nothing else is looked through: the HTML of the snippets is no page of the site.
    optimizeDeps: {
      include: playgroundImports,
      entries: ['playground/*.tsx'],
      force: true,
      // Without it the files with JSX are left out of the bundle, and sent one by one after all.
      extensions: ['.tsx'],
      esbuildOptions: { jsx: 'automatic' },
    },
    logLevel: 'error',
    build: {
      rollupOptions: {
        onwarn: (warning, tell) => {
          // 'use client' means nothing here, and the bundler would say so for every file of the kit.
          if (!['MODULE_LEVEL_DIRECTIVE', 'SOURCEMAP_ERROR'].includes(warning.code ?? '')) tell(warning)
        },
      },
    },
    ssr: { noExternal: [/^@sluice\//] },
  },
})
