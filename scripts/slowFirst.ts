import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The order of slow test files: first those that mostly wait, while browser and checks use the processor, then the
 * longest of the others, so that a run does not end with one long file.
 */
const slow = [
  'devnet/test/cluster',
  'provider/test/chain/nodeTrouble',
  'reservoir/test/comparison',
  'devnet/test/load/mixedLoad',
  'devnet/test/crash',
  'devnet/test/seed',
  'core/test/wallets/batch',
  'core/test/actions/trade',
  'reservoir/test/migration',
  'core/test/faults/crash',
  'core/test/faults/repeats',
  'core/test/recovery/endedOrders',
  'core/test/wallets/unclearBatch',
  'core/test/faults/unclear',
  'hostile/test/campaign',
  'provider/test/server/oddRequests',
  'provider/test/foreign/publishedTypes',
  'provider/test/storage/upgrade',
  'hostile/test/poison',
  'hostile/test/books',
  'provider/test/indexer/lostLogs',
  'provider/test/books/otherBooks',
  'core/test/actions/completion',
  'hostile/test/mutants',
  'conformance/test/conformance',
  'cli/test/program',
  'provider/test/foreign/openSeaSdk',
  'provider/test/attack/attack',
  'provider/test/trade/trading',
  'provider/test/orders/forged',
]

/** Files that mostly wait, and need a process to themselves. */
const waiting = ['provider/test/storage/embedded', 'provider/test/server/startFaults']

/** The order of all others: those that share a process first, so that small files are left for the end. */
const projects = ['shared', 'document', 'isolated']

/** Orders test files: those that wait, then those that share a process, in each project the slow ones first. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const isNamed = (name: string) => moduleId.includes(`/${name}.`)
      if (waiting.some(isNamed)) return -1
      const place = slow.findIndex(isNamed)
      return projects.indexOf(project.name) * 1_000 + (place === -1 ? slow.length : place)
    }
    const sorted = await super.sort(files)
    return sorted.sort((a, b) => rank(a) - rank(b))
  }
}
