import { readReference } from '../generator/reference.ts'

/** One page for each. */
export default {
  paths: () =>
    readReference().functions.map(({ name, markdown }) => ({ params: { name }, content: markdown })),
}
