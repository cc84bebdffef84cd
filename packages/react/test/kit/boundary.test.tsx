import '../support/browser.ts'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { Boundary } from '../../src/primitives/Boundary.tsx'
import { until } from '../support/page.ts'
import { withShop } from '../support/shop.tsx'

const shop = await withShop()

test('what failed is replaced, with what was thrown, and drawn again when it is tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const state = { fails: true, retries: 0 }
  const Part = (): ReactNode => {
    if (state.fails) throw new Error('no picture')
    return 'drawn'
  }
  const { element, remove } = shop.draw(
    <>
      <p>around</p>
      <Boundary
        onRetry={() => {
          state.retries += 1
          state.fails = false
        }}
        fallback={(retry, cause) => (
          <button type="button" onClick={retry}>
            {String(cause)}
          </button>
        )}
      >
        <Part />
      </Boundary>
    </>,
  )
  await until(() => element.textContent === 'aroundError: no picture', 'the replacement')
  element.querySelector('button')?.click()
  await until(() => element.textContent === 'arounddrawn', 'the part')
  expect(state.retries).toBe(1)
  expect(logged).toHaveBeenCalled()
  logged.mockRestore()
  remove()
})
