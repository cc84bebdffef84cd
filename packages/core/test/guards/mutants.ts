import { attacker, attackerKey, zone } from './actors.ts'

/** One changed copy of an answer. */
export type Mutant = { readonly what: string; readonly response: unknown }

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever a provider sends
type Node = any
type Path = readonly (string | number)[]

const zero = `0x${'0'.repeat(40)}`
const max = 2n ** 256n - 1n
const isNumeric = (value: string) => /^[0-9]+$/.test(value)
const isAddress = (value: string) => /^0x[0-9a-fA-F]{40}$/.test(value)
const isWord = (value: string) => /^0x[0-9a-fA-F]{64}$/.test(value)

/** What becomes of one leaf: nothing, one, a little, a lot, the attacker, another type. */
function valuesFor(value: unknown): readonly unknown[] {
  if (typeof value === 'number')
    return [0, 1, value + 1, value - 1, value * 10, Math.floor(value / 10), `${value}`, 2 ** 53, null, {}]
  if (typeof value === 'boolean') return [!value, null, 'true']
  if (typeof value !== 'string') return [0, 'x', []]
  const shared = ['', null, 0, {}, [value]]
  if (isNumeric(value)) {
    const number = BigInt(value)
    return [
      ...shared,
      '0',
      '1',
      `${number + 1n}`,
      `${number - 1n}`,
      `${number * 10n}`,
      `${number / 10n}`,
      `${max}`,
      `${max + 1n}`,
      ` ${value}`,
      `0x${number.toString(16)}`,
      Number(value),
    ]
  }
  if (isAddress(value))
    return [...shared, attacker, zero, zone, `0x${attacker.slice(4)}00`, value.slice(0, -1)]
  if (isWord(value))
    return [
      ...shared,
      `0x${'0'.repeat(64)}`,
      attackerKey,
      `${value.slice(0, -1)}${value.endsWith('f') ? '0' : 'f'}`,
    ]
  if (/^0x[0-9a-fA-F]*$/.test(value) && value.length < 70)
    return [...shared, '0x0', '0x1', `0x${max.toString(16)}`, `${value}0`, '0xzz']
  return [...shared, `${value} `, value.toUpperCase(), `${value}x`, attacker]
}

/** Every leaf of an answer with where it is; call data is changed word by word elsewhere. */
function leavesOf(value: unknown, path: Path = []): readonly { path: Path; value: unknown }[] {
  if (typeof value !== 'object' || value === null) return [{ path, value }]
  return Object.entries(value).flatMap(([key, child]) =>
    leavesOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

function nodesOf(value: unknown, path: Path = []): readonly { path: Path; value: object }[] {
  if (typeof value !== 'object' || value === null) return []
  return [
    { path, value },
    ...Object.entries(value).flatMap(([key, child]) =>
      nodesOf(child, [...path, Array.isArray(value) ? Number(key) : key]),
    ),
  ]
}

function changed(
  response: unknown,
  path: Path,
  change: (parent: Node, key: string | number) => void,
): unknown {
  const copy = structuredClone(response)
  const parent = path.slice(0, -1).reduce((node: unknown, key) => (node as Node)[key], copy)
  change(parent as Node, path.at(-1) as string | number)
  return copy
}

/** Call data with one word changed, and with more or less at its end. */
function dataFor(data: string): readonly string[] {
  const words = (data.length - 10) / 64
  const wordAt = (index: number) => data.slice(10 + index * 64, 74 + index * 64)
  const withWord = (index: number, word: string) =>
    `${data.slice(0, 10 + index * 64)}${word}${data.slice(74 + index * 64)}`
  const hex = (value: bigint) =>
    (((value % (max + 1n)) + max + 1n) % (max + 1n)).toString(16).padStart(64, '0')
  const out: string[] = []
  for (let index = 0; index < Math.floor(words); index++) {
    const value = BigInt(`0x${wordAt(index)}`)
    const sibling = wordAt(index === 0 ? 1 : index - 1)
    for (const next of [
      0n,
      1n,
      value + 1n,
      value - 1n,
      value * 10n,
      value / 10n,
      max,
      BigInt(attacker),
      value + (1n << 32n),
      value | (1n << 255n),
      BigInt(attackerKey),
    ])
      out.push(withWord(index, hex(next)))
    if (sibling.length === 64) out.push(withWord(index, sibling))
  }
  const others = [
    '0x88147732',
    '0x095ea7b3',
    '0xa22cb465',
    '0x23b872dd',
    '0xa9059cbb',
    '0x42842e0e',
    '0x39509351',
    '0xac9650d8',
    '0x5b34b966',
    '0xfd9f1e10',
    '0xd0e30db0',
    '0x2e1a7d4d',
  ]
  for (const selector of others) out.push(`${selector}${data.slice(10)}`)
  return [
    ...out,
    data.slice(0, -2),
    data.slice(0, -64),
    `${data}${'00'.repeat(9)}`,
    `${data}${'00'.repeat(32)}`,
    data.slice(0, 10),
    '0x',
    '0x0',
  ]
}

/** Every leaf of an answer, changed in every way we know; every part removed, doubled or swapped. */
export function* mutantsOf(response: unknown): Generator<Mutant> {
  const say = (path: Path, next: unknown) =>
    `${path.join('.')} = ${String(JSON.stringify(next)).slice(0, 90)}`
  for (const { path, value } of leavesOf(response)) {
    // The posted body is never read: a test of its own says so.
    if (path.includes('body')) continue
    const key = path.at(-1)
    const isData = key === 'data' && typeof value === 'string' && value.length > 10
    const values = isData ? dataFor(value as string) : valuesFor(value)
    for (const next of values)
      if (next !== value)
        yield {
          what: say(path, isData ? `…${String(next).length}` : next),
          response: changed(response, path, (parent, at) => {
            parent[at] = next
          }),
        }
    yield {
      what: `${path.join('.')} deleted`,
      response: changed(response, path, (parent, at) => {
        if (Array.isArray(parent)) parent.splice(Number(at), 1)
        else delete parent[at]
      }),
    }
  }
  for (const { path, value } of nodesOf(response)) {
    if (path.length === 0 || path.includes('body')) continue
    yield {
      what: `${path.join('.')} deleted`,
      response: changed(response, path, (parent, at) => {
        if (Array.isArray(parent)) parent.splice(Number(at), 1)
        else delete parent[at]
      }),
    }
    yield {
      what: `${path.join('.')} emptied`,
      response: changed(response, path, (parent, at) => {
        parent[at] = Array.isArray(value) ? [] : {}
      }),
    }
    if (Array.isArray(value) && value.length > 0) {
      yield {
        what: `${path.join('.')} first doubled`,
        response: changed(response, path, (parent, at) => {
          parent[at] = [...parent[at], structuredClone(parent[at][0])]
        }),
      }
      yield {
        what: `${path.join('.')} reversed`,
        response: changed(response, path, (parent, at) => {
          parent[at] = [...parent[at]].reverse()
        }),
      }
    }
  }
}
