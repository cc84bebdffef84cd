import { App } from '@/app/App.tsx'

/** Drawn on the server first; `App` and all below it then run in the browser. */
export default function Page() {
  return <App />
}
