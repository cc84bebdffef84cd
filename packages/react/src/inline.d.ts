/** A stylesheet as text, its imports included: what a bundler makes of the query `?inline`. */
declare module '*.css?inline' {
  const text: string
  export default text
}
