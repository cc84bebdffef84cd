import { type Reference, readReference } from '../generator/reference.ts'

type Looks = Pick<Reference, 'colors' | 'measures'>
declare const data: Looks

export { data }

/** Every meaning that a theme gives a look to, with its default. */
export default {
  load: (): Looks => {
    const { colors, measures } = readReference()
    return { colors, measures }
  },
}
