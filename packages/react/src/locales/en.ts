import { page } from './en.page.ts'
import { run } from './en.run.ts'
import type { Messages } from './messages.ts'

/** Every sentence of the kit in English. */
export const en: Messages = { ...page, ...run }
