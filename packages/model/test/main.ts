import { compareCases } from './campaign.ts'
import { Coverage } from './coverage.ts'
import { allSizes, prove, replannedSizes } from './prove.ts'

/**
 * `npm run model -- [first block] [blocks]`: compares model and guards over blocks of 10,000 cases, the block being the
 * seed; 1,000 blocks where nothing is said. A run that was stopped goes on at the block that it names.
 * `npm run model -- prove`: proves the budget theorem.
 */
const blockSize = 10_000
const [first = '0', count = '1000'] = process.argv.slice(2)

function campaign(from: number, blocks: number): boolean {
  const coverage = new Coverage()
  const started = performance.now()
  for (let block = from; block < from + blocks; block++) {
    const found = compareCases(block, blockSize, coverage)
    const minutes = (performance.now() - started) / 60_000
    console.log(
      `Block ${block}: ${Math.round(coverage.cases / minutes)} cases a minute. Go on at ${block + 1}.`,
    )
    if (found.length > 0) {
      console.error(found.join('\n\n'))
      return false
    }
  }
  console.log(
    `\n${coverage.table()}\nSeeds ${from} to ${from + blocks - 1}: model and guards never disagree.`,
  )
  return true
}

async function theorem(): Promise<boolean> {
  const sizes = [...allSizes(), ...replannedSizes()]
  let at = 0
  const proofs = await prove(sizes, ({ size, holds, example }, milliseconds) => {
    at += 1
    const items = size.items.map(
      ({ quantity, orders, pricedIn }) =>
        `${quantity} units, orders of ${orders.join(' and ')}, ${pricedIn === undefined ? 'no price' : `price in currency ${pricedIn}`}`,
    )
    console.log(
      `${at} of ${sizes.length}: ${size.action}${size.isReplanned ? ', planned again' : ''}: ${items.join('; ')}: ${holds ? 'proven' : 'WRONG'} in ${Math.round(milliseconds)} ms`,
    )
    if (example !== undefined) console.error(example)
  })
  return proofs.every(({ holds }) => holds)
}

const holds = first === 'prove' ? await theorem() : campaign(Number(first), Number(count))
process.exit(holds ? 0 : 1)
