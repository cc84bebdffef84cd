/** There is more to do than is done in good time; whoever asks may come back in a moment. */
export class Overload extends Error {
  override readonly name = 'Overload'
}
