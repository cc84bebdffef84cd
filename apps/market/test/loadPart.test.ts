import { expect, test } from 'vitest'
import { LoadError, loadPart } from '../src/loading/loadPart.ts'

/** A file that fails to load so many times, and then loads. */
function failing(times: number) {
  const state = { tries: 0 }
  const load = async () => {
    state.tries += 1
    if (state.tries <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return 'part'
  }
  return { state, load }
}
const reasonOf = (loading: Promise<unknown>) =>
  loading.then(
    () => 'loaded',
    (cause: unknown) => (cause instanceof LoadError ? cause.reason : cause),
  )

test('a part whose first try is lost on the way is loaded by the second', async () => {
  const { load, state } = failing(1)
  expect(await loadPart(load, async () => true)).toBe('part')
  expect(state.tries).toBe(2)
})

test('while the server of the page does not answer it is not asked again: there is something to wait for', async () => {
  const { load, state } = failing(2)
  expect(await reasonOf(loadPart(load, async () => false))).toBe('unreachable')
  expect(state.tries).toBe(1)
})

test('a server that answers without the file has another version of the page', async () => {
  const { load } = failing(2)
  expect(await reasonOf(loadPart(load, async () => true))).toBe('outdated')
})
