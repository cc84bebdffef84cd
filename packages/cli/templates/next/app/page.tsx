import { App } from '@/app/App.tsx'

/** Rendered on the server first; `App` and everything below it then run in the browser. */
export default function Page() {
  return <App />
}
