/** What replaces a secret. */
const mark = '…'
/** How many signatures are remembered: the newest. */
const maxSignatures = 32
/** The shortest secrets to remove. A short one may be a word of an honest answer, so it is removed from errors only. */
const leastInAnswers = 12
const leastInErrors = 4

/** Removes secrets from the text of others, by their value and however they are encoded. */
export type Redactor = {
  /** Remembers the secrets of a request before it is sent: its signature, and every key and token in its body. */
  readonly learn: (request: { readonly signature?: string | undefined; readonly body?: unknown }) => void
  /** Returns a text without secrets. */
  readonly text: (text: string) => string
  /**
   * Returns a parsed answer without secrets in its texts; the same object if there are none. `raw` is the text that it
   * was parsed from. A published order contains its signature: reads (`GET`) keep it, and so does call data that fills
   * the order.
   */
  readonly value: <T>(parsed: T, raw: string, keeps?: 'signatures' | 'calls') => T
}

/** Names of fields whose text is a secret: `orderbookApiKey`, `openseaApiKey`, `x2y2ApiKey`, `blurAuth` and their like. */
const secretName = /(?:api.?key|auth|authorization|secret|password|jwt|bearer)$/i

/** Creates the redactor of a client. `keys` are the secrets of its settings. */
export function createRedactor(keys: readonly (string | undefined)[]): Redactor {
  const known = new Set<string>()
  const signatures = new Set<string>()
  const add = (secret: string) => {
    if (secret.length >= leastInErrors) known.add(lower(secret))
  }
  for (const key of keys) if (key !== undefined) add(key)
  const secretsOf = (least: number, withSignatures: boolean): readonly string[] =>
    [...known, ...(withSignatures ? signatures : [])]
      .filter(({ length }) => length >= least)
      // A secret that holds another goes first.
      .sort((left, right) => right.length - left.length)
  return {
    learn: ({ signature, body }) => {
      collect(body, add)
      if (signature === undefined) return
      for (const part of signatureParts(lower(signature))) {
        signatures.delete(part)
        signatures.add(part)
      }
      for (const old of [...signatures].slice(0, Math.max(0, signatures.size - maxSignatures * 3)))
        signatures.delete(old)
    },
    text: (text) => without(text, secretsOf(leastInErrors, true)),
    value: (parsed, raw, keeps) => {
      const secrets = secretsOf(leastInAnswers, keeps !== 'signatures')
      const keepsText = keeps === 'calls' ? (text: string) => isCall(text, signatures) : () => false
      return holds(raw, secrets) ? (walk(parsed, secrets, keepsText) as typeof parsed) : parsed
    },
  }
}

/** Of ASCII alone, so that every character keeps its place. */
const lower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** A signature, and the two halves that its owner's key made: each is told alone by those who take it apart. */
function signatureParts(signature: string): readonly string[] {
  const digits = signature.replace(/^0x/, '')
  const halves = [digits.slice(0, 64), digits.slice(64, 128)]
  // A contract's own signature may begin with numbers or addresses, which are no secret.
  return [digits, ...halves.filter((half) => half.length === 64 && !half.startsWith('00000000'))]
}

/** Every text in a body that stands under the name of a secret. */
function collect(value: unknown, add: (secret: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && secretName.test(name)) add(inner)
    else collect(inner, add)
  }
}

/** The character of a hexadecimal code. */
const character = (_all: string, code: string): string => String.fromCharCode(Number.parseInt(code, 16))

/** As a reader sees it in the end: escapes of addresses, JSON and HTML are undone, also where they were made twice. */
function plain(text: string): string {
  let read = text
  for (let round = 0; round < 3 && /%|\\|&/.test(read); round += 1) {
    const before = read
    read = read
      .replace(/%([0-9a-f]{2})/gi, character)
      .replace(/\\+u([0-9a-f]{4})/gi, character)
      .replace(/\\+x([0-9a-f]{2})/gi, character)
      .replace(/\\+(["'/\\])/g, '$1')
      .replace(/&#x([0-9a-f]{2,4});/gi, character)
      .replace(/&#([0-9]{2,5});/g, (_all, code: string) => String.fromCharCode(Number(code)))
      .replaceAll('&amp;', '&')
    if (read === before) break
  }
  return read
}

const holds = (text: string, secrets: readonly string[]): boolean => {
  if (secrets.length === 0) return false
  const low = lower(plain(text))
  return secrets.some((secret) => low.includes(secret))
}

function without(text: string, secrets: readonly string[]): string {
  if (!holds(text, secrets)) return text
  let read = plain(text)
  for (const secret of secrets) {
    for (let at = lower(read).indexOf(secret); at >= 0; at = lower(read).indexOf(secret))
      read = read.slice(0, at) + mark + read.slice(at + secret.length)
  }
  return read
}

/** Bytes that have a signature somewhere in them, and not at their beginning, as call data has. */
const isCall = (text: string, signatures: ReadonlySet<string>): boolean =>
  /^0x[0-9a-f]+$/i.test(text) && ![...signatures].some((part) => lower(text).startsWith(part, 2))

function walk(value: unknown, secrets: readonly string[], keeps: (text: string) => boolean): unknown {
  if (typeof value === 'string') return keeps(value) ? value : without(value, secrets)
  if (Array.isArray(value)) return value.map((entry) => walk(entry, secrets, keeps))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [without(name, secrets), walk(entry, secrets, keeps)]),
  )
}
