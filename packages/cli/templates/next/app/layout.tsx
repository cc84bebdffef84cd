import '@sluice/react/styles.css'
import '@/app/page.css'
import type { ReactNode } from 'react'

export const metadata = { title: 'app-name', icons: { icon: 'data:,' } }

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
