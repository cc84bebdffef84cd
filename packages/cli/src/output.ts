/** Where a command writes what it was asked for. */
export type Output = (line: string) => void
