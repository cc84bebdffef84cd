import '@sluice/react/styles.css'

export const metadata = { title: 'A Next host', icons: { icon: 'data:,' } }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
