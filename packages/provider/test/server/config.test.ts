import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chainFields } from '../../src/chainConfig.ts'
import { readConfig, settings } from '../../src/config.ts'
import { ConfigError } from '../../src/settingReaders.ts'

const chain = {
  id: 1,
  slug: 'ethereum',
  name: 'Ethereum',
  rpcUrls: ['https://node.example'],
  wrappedNative: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  conduitKey: `0x${'0c'.repeat(32)}`,
  conduit: '0x1E0049783F008A0085193E00003D00cd54003c71',
}
const env = (more: Record<string, string> = {}) => ({ SLUICE_CHAINS: JSON.stringify([chain]), ...more })

test('a provider listens on the loopback address and starts its own Postgres by default', () => {
  const config = readConfig(env())
  expect(config).toMatchObject({ host: '127.0.0.1', port: 4700, databaseUrl: undefined, logLevel: 'info' })
  expect(config.chains[0]?.wrappedNative).toBe(chain.wrappedNative.toLowerCase())
})

test.each([
  ['SLUICE_CHAINS', { SLUICE_CHAINS: '[{' }],
  ['SLUICE_CHAINS', { SLUICE_CHAINS: '[]' }],
  ['SLUICE_CHAINS', { SLUICE_CHAINS: JSON.stringify([{ ...chain, conduit: '0x12' }]) }],
  ['SLUICE_CHAINS', { SLUICE_CHAINS: JSON.stringify([chain, { ...chain, id: 2 }]) }],
  ['SLUICE_CHAINS', { SLUICE_CHAINS: JSON.stringify([chain, { ...chain, slug: 'other' }]) }],
  ['ethereum', { SLUICE_CHAINS: JSON.stringify([{ ...chain, readDatabase: 'postgres://replica/one' }]) }],
  [
    'here/one by a second URL',
    {
      SLUICE_CHAINS: JSON.stringify([{ ...chain, database: 'postgres://me@here/one' }]),
      DATABASE_URL: 'postgres://here/one',
    },
  ],
  ['database', { SLUICE_CHAINS: JSON.stringify([{ ...chain, database: 'mysql://here/one' }]) }],
  ['wsUrl', { SLUICE_CHAINS: JSON.stringify([{ ...chain, wsUrl: 'wss://node.example' }]) }],
  ['SLUICE_PORT', env({ SLUICE_PORT: '70000' })],
  ['SLUICE_PORT', env({ SLUICE_PORT: 'http' })],
  ['SLUICE_LOG_LEVEL', env({ SLUICE_LOG_LEVEL: 'loud' })],
  ['DATABASE_URL', env({ DATABASE_URL: 'mysql://here' })],
  ['SLUICE_ROLE', env({ SLUICE_ROLE: 'reader' })],
  ['DATABASE_URL', env({ SLUICE_ROLE: 'api' })],
  ['SLUICE_NATS_URL', env({ SLUICE_NATS_URL: 'http://here' })],
  ['SLUICE_READS_PER_SECOND', env({ SLUICE_READS_PER_SECOND: '-1' })],
  ['SLUICE_TRUST_PROXY', env({ SLUICE_TRUST_PROXY: 'always' })],
  ['SLUICE_TRUST_PROXY', env({ SLUICE_TRUST_PROXY: '11' })],
  ['SLUICE_METRICS_PORT', env({ SLUICE_METRICS_PORT: 'x' })],
  ['SLUICE_DATADIR', env({ SLUICE_DATADIR: '/var' })],
])('an invalid setting is rejected with its name: %s', (name, settings) => {
  expect(() => readConfig(settings)).toThrow(ConfigError)
  expect(() => readConfig(settings)).toThrow(name)
})

test('the README names every setting and every field of a chain', () => {
  const paper = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect([...settings, ...chainFields].filter((name) => !paper.includes(`\`${name}\``))).toEqual([])
})

test('what the README shows of the settings of a chain is accepted', () => {
  const paper = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const shown = [...paper.matchAll(/^```json \[setting\]\n([\s\S]*?)^```/gm)].map(([, piece = '']) => piece)
  expect(shown.length).toBeGreaterThan(2)
  for (const piece of shown) {
    const settings = JSON.stringify([{ ...chain, ...JSON.parse(`{${piece}}`) }])
    expect(() => readConfig({ SLUICE_CHAINS: settings }), piece).not.toThrow()
  }
})
