import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { freezeIntent, resolvePolicy, verify } from '@sluice/core/guards'
import {
  buildListing,
  bulkTypedData,
  createOrderHasher,
  keccak,
  openseaConduit,
  openseaConduitKey,
  seaportAddress,
  seaportDomain,
  wasmKeccak,
} from '@sluice/seaport'
import { build } from 'esbuild'
import { stringify, zeroAddress } from 'viem'
import { steps } from '../../test/steps.ts'
import { cpuFigure, cpuOf } from '../report/cpu.ts'
import { figureOf, type Row, type Table } from '../report/figures.ts'

const account = `0x${'11'.repeat(20)}` as const
const token = `0x${'22'.repeat(20)}` as const
const now = 1_760_000_000n
const counter = 7n

/** A provider's plan that asks to sign several listings at once, and the intent behind it. */
function bulkListing(count: number) {
  const fees = [{ recipient: `0x${'33'.repeat(20)}` as const, bps: 250 }]
  const endTime = now + 86_400n
  const terms = { quantity: 1n, gross: 10n ** 18n, currency: zeroAddress, fees, endTime }
  const orders = Array.from({ length: count }, (_, index) =>
    buildListing({
      ...terms,
      maker: account,
      token,
      tokenId: BigInt(index),
      kind: 'erc721',
      startTime: now - 60n,
      salt: BigInt(index),
      conduitKey: openseaConduitKey,
      counter,
    }),
  )
  const { domain, types, primaryType, message } = bulkTypedData(seaportDomain(1, '1.6'), orders)
  const sign = { signatureKind: 'eip712', domain, types, primaryType, value: message }
  const post = { endpoint: '/order/v4', method: 'POST', body: {} }
  const data = { sign, post }
  const step = { id: 'order-signature', kind: 'signature', items: [{ status: 'incomplete', data }] }
  const chain = {
    id: 1,
    paymentTokens: [{ address: zeroAddress, decimals: 18 }],
    seaport: seaportAddress,
    conduits: [{ key: openseaConduitKey, address: openseaConduit }],
  }
  return {
    orders,
    response: JSON.parse(stringify({ steps: [step] })) as unknown,
    policy: resolvePolicy(undefined, [chain]),
    salts: orders.map((_, index) => (1n << 200n) + BigInt(index)),
    intent: freezeIntent({
      action: 'list',
      chainId: 1,
      account,
      listings: orders.map((_, index) => ({
        ...terms,
        contract: token,
        tokenId: BigInt(index),
        startTime: undefined,
        royalties: { mode: 'none' as const },
        version: '1.6' as const,
        conduitKey: undefined,
        salt: undefined,
        offChainCancellable: false,
        endGross: undefined,
        taker: undefined,
      })),
    }),
    facts: {
      now: Number(now) * 1_000,
      counters: new Map([[seaportAddress['1.6'], counter]]),
      kinds: new Map([[token, 'erc721' as const]]),
      allowances: new Map(),
      operators: new Map([[`${token}:${openseaConduit}`, true]]),
      balances: new Map(),
      holdings: new Map(),
      royalties: new Map(),
      orderStatus: new Map(),
      accountCode: 'none' as const,
    },
  }
}

/** Verifies a bulk listing as a whole: parse, check against the intent, rebuild, compare, hash, verify proofs. */
function verifying(count: number) {
  const { intent, response, facts, policy, salts, orders } = bulkListing(count)
  const once = () => {
    const verdict = verify(intent, response, facts, policy, { salts })
    if (verdict.decision !== 'allow') throw new Error(verdict.findings.map(({ code }) => code).join())
  }
  return { once, orders }
}

/** The cost in this process, once its code is compiled. */
async function bulkRows(): Promise<readonly Row[]> {
  const wasm = wasmKeccak()
  const hasher = createOrderHasher(wasm ?? keccak)
  const rows: Row[] = []
  for (const count of [1, 64, 256, 1_000]) {
    const { once, orders } = verifying(count)
    const listings = `${count.toLocaleString('en')} ${count === 1 ? 'listing' : 'listings'}`
    rows.push({
      what: wasm ? listings : `${listings}, without WebAssembly`,
      ours: await cpuFigure(15, once),
      floor: {
        name: 'order hashes alone',
        figure: await cpuFigure(15, () => {
          for (const order of orders) hasher.orderHash(order)
        }),
      },
    })
  }
  return rows
}

/** The output of a process that runs the guards as a page does: bundled, with or without WebAssembly. */
function told<T>(program: string, ...words: readonly string[]): T {
  const flags = words.includes('plain') ? ['--no-expose-wasm'] : []
  return JSON.parse(execFileSync(process.execPath, [...flags, program, ...words], { encoding: 'utf8' })) as T
}

/** The same in fresh processes, because a page does it once. */
function firstRow(program: string, ...words: readonly string[]): Row {
  const samples = Array.from({ length: 7 }, () => told<number>(program, 'first', ...words))
  const how = words.includes('plain') ? ', without WebAssembly' : ''
  return { what: `256 listings, the first time${how}`, ours: figureOf(samples) }
}

/** This file and its imports as one bundle, as for a page: no loader slows its functions. */
async function bundled<T>(use: (program: string) => T): Promise<T> {
  const folder = mkdtempSync(resolve(import.meta.dirname, '../../../.sluice/guards-'))
  try {
    const outfile = resolve(folder, 'guards.mjs')
    await build({
      entryPoints: [import.meta.filename],
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'node',
      target: 'es2022',
      conditions: ['@sluice/source'],
      external: ['viem', 'viem/*', 'esbuild'],
      outfile,
    })
    return use(outfile)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The cost of the guards: many listings at once, and one step of each kind. */
export async function guards(): Promise<readonly Table[]> {
  const [many, plain, each] = await bundled((program) => [
    [...told<readonly Row[]>(program, 'many'), firstRow(program)],
    [...told<readonly Row[]>(program, 'many', 'plain'), firstRow(program, 'plain')],
    told<readonly Row[]>(program, 'each'),
  ])
  return [
    {
      id: 'guards',
      title: 'Guards: a bulk listing verified before the wallet is asked',
      note: 'From the raw answer of the provider to a verdict with every proof: parsed, bound to what was asked, rebuilt, compared, hashed. Warm after as many rounds as are measured; beside it the first time in a process, its compilation included.',
      unit: 'ms of CPU',
      better: 'less',
      rows: [...(many ?? []), ...(plain ?? [])],
    },
    {
      id: 'steps',
      title: 'Guards: one step verified',
      note: 'From the raw answer to its verdict, besides chain reads, per item of the plan.',
      unit: 'ms of CPU',
      better: 'less',
      rows: each ?? [],
    },
  ]
}

const asked = {
  many: bulkRows,
  each: steps,
  first: () => cpuOf(verifying(256).once),
}
if (process.argv[1] === import.meta.filename)
  console.log(JSON.stringify(await asked[process.argv[2] as keyof typeof asked]()))
