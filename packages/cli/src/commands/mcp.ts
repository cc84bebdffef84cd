import { Command } from 'commander'
import type { McpOptions } from '../mcp/serveMcp.ts'

/** `sluice mcp`: serves previews and trades within a mandate over stdio (Model Context Protocol). */
export const mcpCommand = (): Command =>
  new Command('mcp')
    .description('serve trades within a mandate to a language model, over stdio')
    .requiredOption('--provider <url>', 'base URL of the chain at the provider')
    .requiredOption(
      '--chain <id or file>',
      'chain that the client knows, or a JSON file as createClient takes it',
    )
    .requiredOption('--mandate <file>', 'JSON file with the terms of the mandate')
    .option('--rpc <url>', 'node that transactions are sent by; the first of the chain by default')
    .option('--store <folder>', 'where the journal and what was spent are kept', '.sluice-mandate')
    .option('--keystore <file>', 'keystore of the account; its password is in SLUICE_KEYSTORE_PASSWORD')
    .addHelpText('after', '\nWithout a keystore the key of the account is read from SLUICE_PRIVATE_KEY.')
    .action(async (options: McpOptions) => {
      const { serveMcp } = await import('../mcp/serveMcp.ts')
      await serveMcp(options)
    })
