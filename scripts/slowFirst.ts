import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first: none of them may be what a run waits for at its end. */
const slow = [
  'reservoir/test/comparison',
  'provider/test/publishedTypes',
  'devnet/test/cluster',
  'reservoir/test/migration',
  'cli/test/program',
  'devnet/test/crash',
  'devnet/test/load/mixedLoad',
  'devnet/test/seed',
  'core/test/batch',
  'provider/test/nodeTrouble',
  'core/test/trade',
  'core/test/faults/crash',
  'hostile/test/campaign',
  'core/test/faults/repeats',
  'hostile/test/poison',
  'core/test/endedOrders',
  'core/test/faults/unclear',
  'provider/test/upgrade',
  'core/test/faults/chain',
  'provider/test/trading',
  'core/test/unclearBatch',
  'provider/test/oddRequests',
  'provider/test/lostLogs',
  'provider/test/forged',
]

/** Those that share a process first: what is left at the end are small files. */
const projects = ['shared', 'document', 'isolated']

/** Orders test files: those that share a process first, in each project the slow ones first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = slow.findIndex((name) => moduleId.includes(`/${name}.test.`))
      return projects.indexOf(project.name) * 1_000 + (place === -1 ? slow.length : place)
    }
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
