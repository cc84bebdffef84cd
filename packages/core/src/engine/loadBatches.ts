/** Loads the code for several items at once. Without it, items are carried out one by one. */
export const loadBatches = () => import('./batches.ts').catch(() => undefined)
