import { testDatabase } from '../../provider/test/support/testDatabase.ts'
import { type Stack, type StackOptions, startStack } from '../src/stack/stack.ts'

/** A stack whose database is in the server that the whole test run shares. */
export async function startTestStack(options: StackOptions): Promise<Stack> {
  const database = await testDatabase()
  const stack = await startStack({ ...options, databaseUrl: database.url })
  return {
    ...stack,
    stop: async () => {
      await stack.stop()
      await database.stop()
    },
  }
}
