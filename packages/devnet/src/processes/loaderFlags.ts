/** Node's flags for a program that runs from its TypeScript source, started by a command or a test runner. */
export const loaderFlags = (entry: string): readonly string[] =>
  entry.endsWith('.ts') ? ['--conditions=@sluice/source', '--import', import.meta.resolve('tsx')] : []
