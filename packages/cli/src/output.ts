/** Writes the output of a command. */
export type Output = (line: string) => void
