import { expect, test } from 'vitest'
import { stackOptions, stackUsage } from '../src/cli/options.ts'

test('--size applies to the first collection only', () => {
  expect(stackOptions(['--size', '10000'], {})).toMatchObject({ largest: 10_000, seed: true })
  expect(stackOptions([], {})).not.toHaveProperty('largest')
})

test.each(['5', '10001', 'many', '', '1e3', '12.5', '-7', '99999999999'])(
  'a size of "%s" is rejected with one sentence',
  (text) => {
    expect(() => stackOptions([`--size=${text}`], {})).toThrow(
      /^--size must be a whole number from 6 to 10000\.$/,
    )
  },
)

test('help names every flag', () => {
  expect(stackOptions(['--help'], {})).toBeUndefined()
  expect(stackOptions(['-h', '--size', '7'], {})).toBeUndefined()
  for (const flag of ['--size', '--no-seed', '--books', '--block-time', '--port', '--help'])
    expect(stackUsage).toContain(flag)
})
