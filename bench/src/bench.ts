import { executions } from './executions.ts'
import { guards } from './guards.ts'
import { bulk, hashing } from './hashing.ts'
import { push } from './push.ts'
import { rejects } from './rejects.ts'
import {
  marketPages,
  serverIntake,
  serverMemory,
  serverReads,
  serverReads5M,
  serverVerification,
} from './server.ts'
import { sizes } from './sizes.ts'
import { waits } from './waits.ts'

/** `npm run bench [-- section…]`: sizes and speeds, as ratios inside this one run. */
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const sections: Readonly<Record<string, () => Promise<void>>> = {
  sizes: async () => {
    console.log('\nBundle sizes, gzip; viem, React and TanStack Query are the host’s')
    for (const { name, page, engine, guards } of await sizes()) {
      console.log(`  ${name.padEnd(28)} ${kB(page).padStart(9)} with the page`)
      if (engine !== undefined)
        console.log(`  ${''.padEnd(28)} ${kB(engine).padStart(9)} engine, at the first action`)
      if (guards !== undefined)
        console.log(`  ${''.padEnd(28)} ${kB(guards).padStart(9)} guards, at the first action`)
    }
  },
  hashing: async () => {
    console.log('\nOrder hashes per CPU second (ratio against seaport-js)')
    for (const { name, perSecond, ratio } of await hashing())
      console.log(
        `  ${name.padEnd(28)} ${Math.round(perSecond).toLocaleString('en').padStart(9)}  ${ratio.toFixed(1)}×`,
      )
  },
  bulk: async () => {
    console.log('\nBulk listing: hashes, tree and every proof, ms of CPU')
    for (const { count, wasm, plain } of await bulk())
      console.log(
        `  ${String(count).padStart(5)} orders   wasm ${wasm.toFixed(1).padStart(7)}   JavaScript ${plain.toFixed(1).padStart(7)}`,
      )
  },
  guards: async () => {
    console.log(
      '\nA bulk listing verified from the raw answer to every proof, ms of CPU (ratio to hashing its orders)',
    )
    for (const { count, verify, ratio } of guards())
      console.log(
        `  ${String(count).padStart(5)} orders   ${verify.toFixed(1).padStart(7)}   ${ratio.toFixed(1)}×`,
      )
  },
  executions: async () => {
    const { count, cpu, bare, kept, timers } = await executions()
    console.log(`\n${count} executions one after the other, beside a bare client with the same requests`)
    console.log(
      `  ${cpu.toFixed(2)} ms of CPU each, bare ${bare.toFixed(2)} (${(cpu / bare).toFixed(1)}×); ${(kept / 1000).toFixed(2)} kB of heap kept each; ${timers} timers alive`,
    )
  },
  waits: async () => {
    console.log('\nWaits beyond what the provider has seen, ms; requests after the transaction was sent')
    for (const { name, median, p95, mean, provider, node } of await waits())
      console.log(
        `  ${name.padEnd(28)} median ${median.toFixed(0).padStart(5)}  p95 ${p95.toFixed(0).padStart(5)}  mean ${mean.toFixed(0).padStart(5)}  provider ${provider.toFixed(1)}  node ${node.toFixed(1)}`,
      )
  },
  push,
  rejects: async () => {
    console.log('\nTime to refuse the dearest bodies, ms at the median (budget: 100)')
    for (const { name, status, median } of await rejects())
      console.log(`  ${name.padEnd(50)} ${status}  ${median.toFixed(0).padStart(5)}`)
  },
  verification: serverVerification,
  intake: serverIntake,
  reads: serverReads,
  memory: serverMemory,
  reads5m: serverReads5M,
  market: marketPages,
}
/** Sections that run only when they are named. */
const large: readonly string[] = ['memory', 'reads5m', 'market']

const asked = process.argv.slice(2)
const unknown = asked.find((name) => sections[name] === undefined)
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}; there are: ${Object.keys(sections).join(', ')}.`)
  process.exit(1)
}
for (const [name, section] of Object.entries(sections))
  if (asked.length === 0 ? !large.includes(name) : asked.includes(name)) await section()
