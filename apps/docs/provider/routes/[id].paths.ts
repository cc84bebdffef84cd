import { readReference } from '../../generator/reference.ts'

/** One page for each route of a provider. */
export default {
  paths: () => readReference().routes.map(({ id, markdown }) => ({ params: { id }, content: markdown })),
}
