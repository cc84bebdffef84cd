import { readFileSync } from 'node:fs'

const told: Readonly<Record<string, (path: string) => string>> = {
  ENOENT: (path) => `There is no file ${path}.`,
  EISDIR: (path) => `${path} is a folder, not a file.`,
  EACCES: (path) => `${path} may not be read.`,
}

/**
 * The text of a file, or of standard input for `-`.
 * @throws {Error} with a sentence that names the file, if it cannot be read.
 */
function readText(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (cause) {
    const say = cause instanceof Error && 'code' in cause ? told[String(cause.code)] : undefined
    throw say === undefined ? cause : new Error(say(path), { cause })
  }
}

/**
 * The JSON of a file, or of standard input for `-`.
 * @throws {Error} with a sentence that names the file, if it cannot be read or is not JSON.
 */
export function readJson(path: string): unknown {
  const text = readText(path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const name = path === '-' ? 'Standard input' : path
    throw new Error(`${name} is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}
