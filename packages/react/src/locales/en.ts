import { enPage } from './en.page.ts'
import { enRun } from './en.run.ts'
import type { Messages } from './messages.ts'

/** Every sentence of the kit in English. */
export const en: Messages = { ...enPage, ...enRun }
