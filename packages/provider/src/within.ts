/** Resolves when `work` does, or after `milliseconds`; rejects when it rejects before. */
export function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
