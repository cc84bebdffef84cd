/** The folder above holds what is installed. */
export default { turbopack: { root: new URL('..', import.meta.url).pathname } }
