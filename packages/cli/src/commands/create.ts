import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { takeCheckoutPacks } from '../checkoutPacks.ts'
import type { Output } from '../output.ts'
import { localMarket, templateMarket } from '../templateMarket.ts'

type Options = {
  readonly template: Template
  readonly provider?: string
  readonly chain?: string
  readonly rpc?: string
}

const home = fileURLToPath(new URL('../../templates', import.meta.url))

/** How each template is started, and which files of `react/src` it takes, into which folder. */
const templates = {
  react: { start: 'npm run dev' },
  next: {
    start: 'npm run dev',
    shared: { into: 'app', files: ['App.tsx', 'Shelf.tsx', 'developmentWallet.ts', 'market.ts', 'page.css'] },
  },
  node: { start: 'npm run list' },
  page: { start: 'npm run dev' },
} as const
type Template = keyof typeof templates

/** Files of a template that carry the name of the app. */
const named = ['package.json', 'README.md', 'index.html', 'src/App.tsx', 'app/App.tsx', 'app/layout.tsx']

function writeTemplate(template: Template, target: string): void {
  cpSync(join(home, template), target, { recursive: true })
  const { shared } = { shared: undefined, ...templates[template] }
  for (const file of shared?.files ?? [])
    cpSync(join(home, 'react/src', file), join(target, shared?.into ?? '', file))
  // npm leaves files named `.gitignore` out of a tarball.
  renameSync(join(target, 'gitignore'), join(target, '.gitignore'))
}

/** `sluice create FOLDER`: makes an app that trades, from a template. Existing files are never overwritten. */
export const createCommand = (write: Output): Command =>
  new Command('create')
    .description(
      'create an app from a template: react (Vite and the kit), next (Next.js and the kit), node (a script), page (one HTML file)',
    )
    .argument('<folder>', 'a folder that does not exist, or is empty')
    .addOption(
      new Option('--template <name>', 'what to begin with').choices(Object.keys(templates)).default('react'),
    )
    .option('--provider <url>', 'base URL of one chain of a provider; the local stack by default')
    .option('--chain <id>', 'id of the chain; the first of the local stack by default')
    .option('--rpc <url>', 'a node of that chain; known chains have public ones')
    .action(async (folder: string, { template, ...wanted }: Options) => {
      const target = resolve(folder)
      const name = basename(target).toLowerCase()
      if (!/^[a-z0-9][a-z0-9._-]{0,200}$/.test(name))
        throw new Error(`"${name}" is not a package name: use letters, digits, dots and dashes only.`)
      if (existsSync(target) && !statSync(target).isDirectory())
        throw new Error(`${folder} is a file; nothing was written.`)
      if (existsSync(target) && readdirSync(target).length > 0)
        throw new Error(`${folder} is not empty; nothing was written.`)
      const { provider, chain, rpc } = wanted
      const { runningStacks } = await import('@sluice/devnet')
      const stacks = runningStacks().map(({ description }) => description)
      const market = templateMarket({ provider, chain, rpc }, localMarket(home), stacks)
      if (template === 'node' && (market.chain.rpcUrls ?? []).length === 0)
        throw new Error(`No node of chain ${market.chain.id} is known: name one with --rpc.`)
      writeTemplate(template, target)
      for (const file of named) {
        const path = join(target, file)
        if (existsSync(path)) writeFileSync(path, readFileSync(path, 'utf8').replaceAll('app-name', name))
      }
      writeFileSync(join(target, 'market.json'), `${JSON.stringify(market, null, 2)}\n`)
      const checkout = process.env.SLUICE_CHECKOUT
      if (checkout !== undefined) takeCheckoutPacks(checkout, target, (text) => console.error(`· ${text}`))
      write(`${folder} is ready. Next:\n\n  cd ${folder}\n  npm install && ${templates[template].start}`)
    })
