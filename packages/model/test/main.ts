import { compareBlocks } from './blocks.ts'
import { allSizes, prove, replannedSizes } from './prove.ts'

/**
 * `npm run model -- [first block] [blocks] [workers]`: compares model and guards over blocks of 10,000 cases, the block
 * being the seed; 1,250 blocks in two workers where nothing is said. A run that is stopped (SIGINT or SIGTERM) ends the
 * blocks that were begun, and says what it compared; another one can go on after its last seed.
 * `npm run model -- prove`: proves the budget theorem.
 */
const [first = '0', count = '1250', workers = '2'] = process.argv.slice(2)

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

const holds =
  first === 'prove' ? await theorem() : await compareBlocks(Number(first), Number(count), Number(workers))
process.exit(holds ? 0 : 1)
