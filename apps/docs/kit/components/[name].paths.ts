import { readReference } from '../../generator/reference.ts'

/** One page for each. */
export default {
  paths: () =>
    readReference().components.map(({ name, markdown }) => ({ params: { name }, content: markdown })),
}
