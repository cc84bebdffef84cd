import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest, the longest first: none of them may be what a run waits for at its end. */
const slow = [
  'reservoir/test/beside',
  'provider/test/publishedTypes',
  'devnet/test/cluster',
  'reservoir/test/moving',
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

/** Orders test files: project by project, in each the slow ones first and then the others as vitest orders them. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = slow.findIndex((name) => moduleId.includes(`/${name}.test.`))
      return found === -1 ? slow.length : found
    }
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => a.project.name.localeCompare(b.project.name) || place(a) - place(b))
  }
}
