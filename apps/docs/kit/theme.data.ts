import { type Reference, readReference } from '../reading/reference.ts'

type Looks = Pick<Reference, 'colours' | 'measures'>
declare const data: Looks

export { data }

/** Every meaning that a theme gives a look to, with its default. */
export default {
  load: (): Looks => {
    const { colours, measures } = readReference()
    return { colours, measures }
  },
}
