import { connection } from 'next/server'
import { Shop } from './Shop.jsx'

/** Drawn by the server at every request: what it is told of the chain comes with its environment. */
export default async function Page() {
  await connection()
  const { chain, token } = JSON.parse(process.env.SETUP)
  return <Shop chain={chain} token={token} />
}
