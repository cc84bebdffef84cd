import { bulk, hashing } from './hashing.ts'
import { serverIntake, serverVerification } from './server.ts'
import { sizes } from './sizes.ts'

/** `npm run bench [-- section…]`: sizes and speeds, as ratios inside this one run. */
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

const sections: Readonly<Record<string, () => Promise<void>>> = {
  sizes: async () => {
    console.log('\nBundle sizes, everything of ours in them; viem, React and TanStack Query are the host’s')
    for (const { name, minified, gzip } of await sizes())
      console.log(`  ${name.padEnd(24)} ${kB(gzip).padStart(9)} gzip  ${kB(minified).padStart(9)} minified`)
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
  verification: serverVerification,
  intake: serverIntake,
}

const asked = process.argv.slice(2)
const unknown = asked.find((name) => sections[name] === undefined)
if (unknown !== undefined) {
  console.error(`There is no section ${unknown}; there are: ${Object.keys(sections).join(', ')}.`)
  process.exit(1)
}
for (const [name, section] of Object.entries(sections))
  if (asked.length === 0 || asked.includes(name)) await section()
