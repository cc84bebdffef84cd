import { lazyPart } from '../loading/lazyPart.tsx'

/** A chart that is loaded when it is shown, so that it does not slow down the first page. */
export const LazyChart = lazyPart(async () => (await import('./Chart.tsx')).Chart, {
  kind: 'part',
  waiting: <div className="chart chart-waiting" aria-busy="true" />,
})
