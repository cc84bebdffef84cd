/** Returns the Node flags that run a program from its TypeScript source. A compiled program needs none. */
export const loaderFlags = (entry: string): readonly string[] =>
  entry.endsWith('.ts') ? ['--conditions=@sluice/source', '--import', import.meta.resolve('tsx')] : []
