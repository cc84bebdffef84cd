/** A value that did not have the agreed shape. `path` names the field, e.g. `steps.0.items.1.data.to`. */
export class ParseError extends Error {
  override readonly name = 'ParseError'
  readonly path: string
  constructor(what: string, path: string, reason: string) {
    super(path === '' ? `${what} ${reason}.` : `${what} has a bad field "${path}": it ${reason}.`)
    this.path = path
  }
}
