import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '../../../devnet/src/processes/freePort.ts'
import { createLog } from '../../src/log.ts'
import { createPublicKeyRecovery } from '../../src/orders/signatures/publicKeyRecovery.ts'
import { createProvider, type Provider } from '../../src/provider.ts'
import { settingsFor, silentChain } from '../support/fixture.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** A machine for which libsecp256k1 was never built: the loader is sent to a folder where none lies. */
let folder: string
let database: TestDatabase
let provider: Provider
let metricsPort: number
const lines: { readonly level?: unknown; readonly msg?: string }[] = []
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-no-native-'))
  vi.stubEnv('SECP256K1_PREBUILD', folder)
  database = await testDatabase()
  metricsPort = await freePort(0, 'metrics', () => {})
  const config = { ...settingsFor([silentChain], database.url), role: 'api' as const, metricsPort }
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) })
  provider = await createProvider(config, log)
})
afterAll(async () => {
  await provider?.stop()
  await database?.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

test('default: a provider without the native binding verifies with WebAssembly, and logs and reports it', async () => {
  const said = lines.find(({ msg }) => msg === 'signature verification backend')
  expect(said).toMatchObject({ level: 40, signatures: 'wasm', hashes: 'wasm' })
  const health = await (await fetch(`${provider.url}/health`)).json()
  expect(health).toMatchObject({ signatures: 'wasm' })
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  expect(metrics).toContain('sluice_signature_backend{signatures="wasm",hashes="wasm"} 1')
})

test('requiring the native binding fails where there is none', async () => {
  await expect(createPublicKeyRecovery('native')).rejects.toThrow('no native binding for this platform')
})
