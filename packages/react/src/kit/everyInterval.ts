/** Subscribes to the clock, as `useSyncExternalStore` wants it: looks at the time every so many milliseconds. */
export const everyInterval =
  (milliseconds: number) =>
  (changed: () => void): (() => void) => {
    const timer = setInterval(changed, milliseconds)
    return () => clearInterval(timer)
  }
