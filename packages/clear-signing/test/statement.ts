import type { Line } from '../src/index.ts'

/** What a reader of a text learns, from its words alone: nothing here knows the bytes. */

export type Item = {
  readonly kind: string
  readonly contract: string
  readonly id: bigint
  readonly first: bigint
  readonly last: bigint
  readonly to?: string
}
export type StatedOrder = {
  readonly maker: string
  readonly gives: readonly Item[]
  readonly asks: readonly Item[]
  readonly from: bigint
  readonly until: bigint
  /** The part that is filled; one of one where nothing is said. */
  readonly part: readonly [bigint, bigint]
}
export type Choice = {
  readonly order: number
  readonly side: 'gives' | 'asks'
  readonly item: number
  readonly tokenId: bigint
}
export type Statement = {
  readonly coinSent: bigint | undefined
  readonly orders: readonly StatedOrder[]
  readonly choices: readonly Choice[]
  readonly goesTo: string | undefined
}

const decimalsOf: Readonly<Record<string, number>> = { ETH: 18, WETH: 18, USDC: 6 }

/** Reads `1.5 ETH` as its base units, and a bare number as units. */
export function unitsIn(text: string): bigint {
  const [digits = '', symbol] = text.split(' ')
  const decimals = symbol === undefined ? 0 : decimalsOf[symbol]
  const [whole = '', part = ''] = digits.split('.')
  if (decimals === undefined || !/^\d+$/.test(whole) || part.length > decimals)
    throw new Error(`"${text}" is no amount.`)
  return BigInt(whole + part.padEnd(decimals, '0'))
}

/** Reads a date as unix seconds. */
export const secondsIn = (text: string): bigint =>
  /^\d+$/.test(text) ? BigInt(text) : BigInt(Date.parse(text.replace(' ', 'T')) / 1_000)

/** Takes lines one after the other, each with the label that has to come. */
function readerOf(lines: readonly Line[]) {
  let at = 0
  const isNext = (label: string): boolean => lines[at]?.label === label
  const take = (label: string): string => {
    const line = lines[at]
    if (line?.label !== label) throw new Error(`"${label}" had to come, and not "${line?.label}".`)
    at += 1
    return line.value
  }
  const many = <T>(first: string, read: () => T): readonly T[] => {
    const all: T[] = []
    while (isNext(first)) all.push(read())
    return all
  }
  return { isNext, take, many, isAtEnd: () => at === lines.length }
}
type Reader = ReturnType<typeof readerOf>

const readItem = (side: 'Gives' | 'Asks', { take }: Reader): Item => {
  const item = {
    kind: take(`${side}: kind`),
    contract: take(`${side}: contract`).toLowerCase(),
    id: BigInt(take(`${side}: ID/criteria`)),
    first: unitsIn(take(`${side}: first amount`)),
    last: unitsIn(take(`${side}: last amount`)),
  }
  return side === 'Gives' ? item : { ...item, to: take('Asks: paid to').toLowerCase() }
}

function readOrder(reader: Reader): StatedOrder {
  const { isNext, take, many } = reader
  const maker = take('Order of').toLowerCase()
  if (isNext('Zone')) take('Zone')
  const gives = many('Gives: kind', () => readItem('Gives', reader))
  const asks = many('Asks: kind', () => readItem('Asks', reader))
  take('Who may fill')
  const from = secondsIn(take('Valid from'))
  const until = secondsIn(take('Valid until'))
  const part = isNext('Part filled')
    ? ([BigInt(take('Part filled')), BigInt(take('Part filled, of'))] as const)
    : ([1n, 1n] as const)
  return { maker, gives, asks, from, until, part }
}

/** Reads a basic order; the kind of trade says which of both sides is the money of the further payments. */
function readBasic({ isNext, take, many }: Reader): StatedOrder {
  const side = (name: string) => ({
    contract: take(`You ${name}: contract`).toLowerCase(),
    id: BigInt(take(`You ${name}: token ID`)),
    amount: unitsIn(take(`You ${name}: amount`)),
  })
  const given = side('give')
  const maker = take('Order of').toLowerCase()
  if (isNext('Zone')) take('Zone')
  const got = side('get')
  const [askedKind = '', givenKind = ''] = take('Kind of trade').split(' (')[0]?.split(' for ') ?? []
  const from = secondsIn(take('Valid from'))
  const until = secondsIn(take('Valid until'))
  const kindOf = (word: string): string => (word === 'Coin' ? 'Native coin' : word)
  const isSale = givenKind === 'ERC-20'
  const money = {
    kind: kindOf(isSale ? givenKind : askedKind),
    contract: (isSale ? got : given).contract,
    id: 0n,
  }
  const payments = many('Also paid: units', () => {
    const amount = BigInt(take('Also paid: units'))
    return { ...money, first: amount, last: amount, to: take('Also paid: to').toLowerCase() }
  })
  const item = (kind: string, { contract, id, amount }: typeof given) => ({
    kind: kindOf(kind),
    contract,
    id,
    first: amount,
    last: amount,
  })
  return {
    maker,
    gives: [item(givenKind, got)],
    asks: [{ ...item(askedKind, given), to: maker }, ...payments],
    from,
    until,
    part: [1n, 1n],
  }
}

/** Reads a text to its last line. */
export function statementOf(lines: readonly Line[]): Statement {
  const reader = readerOf(lines)
  const { isNext, take, many } = reader
  const coinSent = isNext('Coin sent') ? unitsIn(take('Coin sent')) : undefined
  const orders = isNext('You give: contract')
    ? [readBasic(reader)]
    : many('Order of', () => readOrder(reader))
  const choices = many(
    'Choice: order',
    (): Choice => ({
      order: Number(take('Choice: order')),
      side: take('Choice: side') === 'What the order gives' ? 'gives' : 'asks',
      item: Number(take('Choice: item')),
      tokenId: BigInt(take('Choice: token ID')),
    }),
  )
  const goesTo = isNext('Goes to') ? take('Goes to').toLowerCase() : undefined
  if (isNext('Most orders filled')) take('Most orders filled')
  if (!reader.isAtEnd()) throw new Error('The text goes on.')
  return { coinSent, orders, choices, goesTo }
}
