import type { z } from 'zod'
import type { Answer } from './answer.ts'

/** A tool of the MCP server. */
export type Tool<T extends z.ZodObject = z.ZodObject> = {
  readonly name: string
  readonly description: string
  readonly inputSchema: T
  work(input: z.infer<T>): Promise<Answer>
}

/** Returns a tool whose work takes what its schema describes. */
export const tool = <T extends z.ZodObject>(
  name: string,
  description: string,
  inputSchema: T,
  work: (input: z.infer<T>) => Promise<Answer>,
): Tool<T> => ({ name, description, inputSchema, work })
