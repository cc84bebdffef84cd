import { lazyPart } from '../loading/lazyPart.tsx'

/** The activity, on a tab that is loaded when it is shown. */
export const LazyActivity = lazyPart(async () => (await import('./Activity.tsx')).Activity, { kind: 'part' })
