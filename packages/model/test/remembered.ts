/** Returns the same function, except that it answers for an object that it was given before what it answered then. */
export function remembered<TGiven extends object, TAnswer>(
  make: (given: TGiven) => TAnswer,
): (given: TGiven) => TAnswer {
  const known = new WeakMap<TGiven, { readonly answer: TAnswer }>()
  return (given) => {
    const before = known.get(given)
    if (before !== undefined) return before.answer
    const answer = make(given)
    known.set(given, { answer })
    return answer
  }
}
