import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of slow test files: first those that mostly wait, while browser and checks use the processor, then the
 * longest of the others, so that a run does not end with one long file.
 */
const slow = [
  'devnet/test/cluster',
  'provider/test/nodeTrouble',
  'reservoir/test/comparison',
  'devnet/test/load/mixedLoad',
  'devnet/test/crash',
  'devnet/test/seed',
  'core/test/batch',
  'core/test/trade',
  'reservoir/test/migration',
  'core/test/faults/crash',
  'core/test/faults/repeats',
  'core/test/endedOrders',
  'core/test/unclearBatch',
  'core/test/faults/unclear',
  'hostile/test/campaign',
  'provider/test/oddRequests',
  'provider/test/publishedTypes',
  'provider/test/upgrade',
  'hostile/test/poison',
  'hostile/test/books',
  'provider/test/lostLogs',
  'provider/test/otherBooks',
  'core/test/completion',
  'hostile/test/mutants',
  'conformance/test/conformance',
  'cli/test/program',
  'provider/test/embedded',
  'provider/test/openSeaSdk',
  'provider/test/startFaults',
  'provider/test/attack',
  'provider/test/trading',
  'provider/test/forged',
]

/** Files that share a process first: small files are left for the end. */
const projects = ['shared', 'document', 'isolated']

/** Orders test files: those that share a process first, in each project the slow ones first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = slow.findIndex((name) => moduleId.includes(`/${name}.`))
      return projects.indexOf(project.name) * 1_000 + (place === -1 ? slow.length : place)
    }
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
