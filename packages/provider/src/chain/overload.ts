/** The provider is overloaded: the request may succeed in a moment. */
export class Overload extends Error {
  override readonly name = 'Overload'
}
