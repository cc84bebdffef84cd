import { expect, test } from 'vitest'
import { hasWrongChecksum } from '../../src/input/hasWrongChecksum.ts'

const right = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'

test.each([
  [right, false],
  [right.toLowerCase(), false],
  [`0x${right.slice(2).toUpperCase()}`, false],
  [right.replace('dA6', 'DA6'), true],
  [right.replace(/5$/, '6'), true],
])(
  'an address is mistyped where its checksum says so, and where it has one: %s',
  async (address, isWrong) => {
    expect(await hasWrongChecksum(address as `0x${string}`)).toBe(isWrong)
  },
)
