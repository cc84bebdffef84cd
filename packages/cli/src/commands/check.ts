import { checkProvider, reportText } from '@sluice/conformance'
import { Command } from 'commander'
import type { Output } from '../program.ts'

type Options = { readonly json?: boolean; readonly only?: string }

/** `sluice check URL`: does a provider answer as clients need it to? Ends with exit code 1 if not. */
export const checkCommand = (write: Output): Command =>
  new Command('check')
    .description('check a provider by its base URL; nothing is signed, sent or stored')
    .argument('<url>', 'base URL of one chain, as a client has it')
    .option('--only <id>', 'rules whose id or area begins so')
    .option('--json', 'the report as JSON')
    .addHelpText('after', '\nAn API key is read from SLUICE_API_KEY.')
    .action(async (url: string, { json, only }: Options) => {
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
        throw new Error(`"${url}" is no http(s) URL.`)
      const apiKey = process.env.SLUICE_API_KEY
      const report = await checkProvider({
        baseUrl: url,
        ...(only === undefined ? {} : { only }),
        ...(apiKey === undefined ? {} : { apiKey }),
      })
      write(json === true ? JSON.stringify(report, undefined, 2) : reportText(report))
      if (!report.conforms) process.exitCode = 1
    })
