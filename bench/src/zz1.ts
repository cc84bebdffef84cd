import { startEmbeddedPostgres } from '@sluice/provider'
import { openDatabase } from '../../packages/provider/src/storage/db.ts'
import { fillBook } from './book.ts'

const pgs = await startEmbeddedPostgres('/tmp/sluice-book-1m')
const db = await openDatabase(pgs.url, [31337])
await db.close()
const t = Date.now()
await fillBook(pgs.url, 31337, { listings: Number(process.argv[2]) })
console.log('filled', (Date.now() - t) / 1000)
await pgs.stop()
