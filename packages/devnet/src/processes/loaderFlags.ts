/** Node's flags for a program: from source it reads TypeScript alike, whether a command or a test runner starts it. */
export const loaderFlags = (entry: string): readonly string[] =>
  entry.endsWith('.ts') ? ['--conditions=@sluice/source', '--import', import.meta.resolve('tsx')] : []
