/** Names the database of a URL as `host:port/database`, without its user and password. */
export function databaseName(text: string): string {
  const { host, pathname } = new URL(text)
  return `${host}${pathname}`
}
