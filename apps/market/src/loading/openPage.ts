/** Each page is a separate file that is loaded when an address first names it. */
export const openPage = {
  home: async () => (await import('../routes/HomePage.tsx')).HomePage,
  collection: async () => (await import('../routes/CollectionPage.tsx')).CollectionPage,
  token: async () => (await import('../routes/TokenPage.tsx')).TokenPage,
  account: async () => (await import('../routes/AccountPage.tsx')).AccountPage,
} as const

export type PageName = keyof typeof openPage
