import { cpSync, existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as chains from '@sluice/core/chains'
import { Command, Option } from 'commander'
import { takeCheckoutPacks } from '../checkoutPacks.ts'
import { httpUrl } from '../httpUrl.ts'
import type { Output } from '../output.ts'

type Options = {
  readonly template: string
  readonly provider: string
  readonly chain: string
  readonly rpc?: string
}

/** Where `sluice stack` and `npm start` serve their first chain. */
const local = {
  id: '31337',
  name: 'Harbor',
  rpcUrl: 'http://127.0.0.1:8545',
  baseApiUrl: 'http://127.0.0.1:4700/harbor',
}

const home = fileURLToPath(new URL('../../templates', import.meta.url))
const templates = ['react', 'node', 'page']
const firstSteps: Readonly<Record<string, string>> = {
  react: 'npm install && npm run dev',
  node: 'npm install && npm run list',
  page: 'npm install && npm run dev',
}

/** Files of a template that carry what the app is called and whom it asks. */
const filled = ['package.json', 'market.json', 'README.md', 'index.html', 'src/App.tsx']

/** `sluice create FOLDER`: an app that trades, from a template. Nothing that exists is overwritten. */
export const createCommand = (write: Output): Command =>
  new Command('create')
    .description(
      'create an app from a template: react (Vite and the kit), node (a script), page (one HTML file)',
    )
    .argument('<folder>', 'a folder that does not exist, or is empty')
    .addOption(new Option('--template <name>', 'what to begin with').choices(templates).default('react'))
    .option('--provider <url>', 'base URL of one chain of a provider', local.baseApiUrl)
    .option('--chain <id>', "the chain's id", local.id)
    .option(
      '--rpc <url>',
      'a node of that chain, for the node template; public ones are known of known chains',
    )
    .action((folder: string, { template, provider, chain, rpc }: Options) => {
      const target = resolve(folder)
      const name = basename(target).toLowerCase()
      if (!/^[a-z0-9][a-z0-9._-]{0,200}$/.test(name))
        throw new Error(`"${name}" is no name for a package: letters, digits, dots and dashes only.`)
      if (existsSync(target) && !statSync(target).isDirectory())
        throw new Error(`${folder} is a file; nothing was written.`)
      if (existsSync(target) && readdirSync(target).length > 0)
        throw new Error(`${folder} is not empty; nothing was written.`)
      httpUrl(provider)
      if (!/^[1-9][0-9]{0,14}$/.test(chain)) throw new Error(`"${chain}" is no chain id.`)
      if (rpc !== undefined) httpUrl(rpc)
      const known = Object.values(chains).find(({ id }) => String(id) === chain)
      const node = rpc ?? known?.rpcUrls?.[0] ?? (chain === local.id ? local.rpcUrl : undefined)
      if (template === 'node' && node === undefined)
        throw new Error(`No node of chain ${chain} is known: name one with --rpc.`)
      cpSync(join(home, template), target, { recursive: true })
      const ignore = join(target, 'gitignore')
      if (existsSync(ignore)) renameSync(ignore, join(target, '.gitignore'))
      for (const file of filled) {
        const path = join(target, file)
        if (!existsSync(path)) continue
        const text = readFileSync(path, 'utf8')
        writeFileSync(
          path,
          text
            .replaceAll('app-name', name)
            .replaceAll(local.baseApiUrl, provider)
            .replaceAll(local.id, chain)
            .replaceAll(local.name, known?.name ?? (chain === local.id ? local.name : `Chain ${chain}`))
            .replaceAll(local.rpcUrl, node ?? local.rpcUrl),
        )
      }
      if (chain !== local.id || !isLoopback(provider)) dropDevelopment(join(target, 'market.json'))
      const checkout = process.env.SLUICE_CHECKOUT
      if (checkout !== undefined) takeCheckoutPacks(checkout, target, (text) => console.error(`· ${text}`))
      write(`${folder} is ready. Next:\n\n  cd ${folder}\n  ${firstSteps[template]}`)
    })

const isLoopback = (url: string): boolean =>
  /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

/** Takes the public key of the local stack, and the node that it is for, out of an app that trades anywhere else. */
function dropDevelopment(file: string): void {
  if (!existsSync(file)) return
  const { developmentKey, ...market } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  if (developmentKey === undefined) return
  const { rpcUrl: _node, ...rest } = market
  writeFileSync(file, `${JSON.stringify(rest, null, 2)}\n`)
}
