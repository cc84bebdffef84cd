import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import type { Output } from '../program.ts'

type Options = { readonly template: string; readonly provider: string; readonly chain: string }

const home = fileURLToPath(new URL('../../templates', import.meta.url))
const templates = ['react', 'node', 'page']
const firstSteps: Readonly<Record<string, string>> = {
  react: 'npm install && npm run dev',
  node: 'npm install && npm run list',
  page: 'npm install && npm run dev',
}

/** Files of a template that carry what the app is called and whom it asks. */
const filled = ['package.json', 'market.json', 'README.md', 'index.html']

/** `sluice create FOLDER`: an app that trades, from a template. Nothing that exists is overwritten. */
export const createCommand = (write: Output): Command =>
  new Command('create')
    .description(
      'create an app from a template: react (Vite and the kit), node (a script), page (one HTML file)',
    )
    .argument('<folder>', 'a folder that does not exist, or is empty')
    .addOption(new Option('--template <name>', 'what to begin with').choices(templates).default('react'))
    .option('--provider <url>', 'base URL of one chain of a provider', 'http://127.0.0.1:4700/harbor')
    .option('--chain <id>', "the chain's id", '31337')
    .action((folder: string, { template, provider, chain }: Options) => {
      const target = resolve(folder)
      const name = basename(target).toLowerCase()
      if (!/^[a-z0-9][a-z0-9._-]{0,200}$/.test(name))
        throw new Error(`"${name}" is no name for a package: letters, digits, dots and dashes only.`)
      if (existsSync(target) && readdirSync(target).length > 0)
        throw new Error(`${folder} is not empty; nothing was written.`)
      if (!URL.canParse(provider)) throw new Error(`"${provider}" is no URL.`)
      if (!/^[1-9][0-9]{0,14}$/.test(chain)) throw new Error(`"${chain}" is no chain id.`)
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
            .replaceAll('http://127.0.0.1:4700/harbor', provider)
            .replaceAll('31337', chain),
        )
      }
      write(`${folder} is ready. Next:\n\n  cd ${folder}\n  ${firstSteps[template]}`)
    })
