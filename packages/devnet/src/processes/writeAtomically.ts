import { renameSync, writeFileSync } from 'node:fs'

/** Writes a file under another name and renames it, so that no reader sees a part of it. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, text)
  renameSync(draft, file)
}
