import { bulk, hashing } from './hashing.ts'
import { sizes } from './sizes.ts'

/** `npm run bench`: sizes and speeds, as ratios inside this one run. */
const kB = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`

console.log('\nBundle sizes, everything of ours in them; viem, React and TanStack Query are the host’s')
for (const { name, minified, gzip } of await sizes())
  console.log(`  ${name.padEnd(24)} ${kB(gzip).padStart(9)} gzip  ${kB(minified).padStart(9)} minified`)

console.log('\nOrder hashes per CPU second (ratio against seaport-js)')
for (const { name, perSecond, ratio } of await hashing())
  console.log(
    `  ${name.padEnd(28)} ${Math.round(perSecond).toLocaleString('en').padStart(9)}  ${ratio.toFixed(1)}×`,
  )

console.log('\nBulk listing: hashes, tree and every proof, ms of CPU')
for (const { count, wasm, plain } of await bulk())
  console.log(
    `  ${String(count).padStart(5)} orders   wasm ${wasm.toFixed(1).padStart(7)}   JavaScript ${plain.toFixed(1).padStart(7)}`,
  )
