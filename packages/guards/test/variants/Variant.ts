import type * as honest from '../honest/honest.ts'

/** An honest answer, written or given in another way than the usual one. */
export type Variant = readonly [name: string, make: () => honest.Fixture]

/** A fixture whose answer is changed. */
export const change =
  (make: () => honest.Fixture, edit: (response: honest.Fixture['response']) => void) => () => {
    const fixture = make()
    edit(fixture.response)
    return fixture
  }
/** The last item of an answer. */
export const last = (response: honest.Fixture['response']) => response.steps.at(-1).items[0]
