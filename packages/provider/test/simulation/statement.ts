/** What the world has to know of a statement of SQL, read from its text. */
export type Statement = {
  /** Its beginning on one line, for the trace. */
  readonly name: string
  readonly begins: boolean
  readonly commits: boolean
  readonly rollsBack: boolean
  /** Whether it may look at the clock, in itself or in a default of a column. */
  readonly looksAtClock: boolean
  /** Whether it takes a lock that outlives its transaction. */
  readonly takesLock: boolean
  readonly deletes: boolean
  readonly notifies: boolean
}

const read = (text: string): Statement => ({
  name: text.replace(/\s+/g, ' ').trim().slice(0, 72),
  begins: /^begin\b/i.test(text),
  commits: /^commit\b/i.test(text),
  rollsBack: /^rollback\b/i.test(text),
  looksAtClock: /now\(\)|clock_timestamp|insert|update/i.test(text),
  takesLock: /pg_(?:try_)?advisory_lock/i.test(text),
  deletes: /delete from/i.test(text),
  notifies: text.includes('pg_notify'),
})

/** Reads each text once. */
export function createStatements(): (text: string) => Statement {
  const known = new Map<string, Statement>()
  return (text) => {
    const statement = known.get(text) ?? read(text)
    known.set(text, statement)
    return statement
  }
}
