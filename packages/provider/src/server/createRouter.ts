import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono's trie router with a cache for paths without parameters. The faster router of hono does not support
 * `/users/:user/…` beside `/users/activity/…`.
 */
export function createRouter<T>(): Router<T> {
  const trie = new TrieRouter<T>()
  const plain = new Set<string>()
  const known = new Map<string, Result<T>>()
  return {
    name: 'remembering',
    add: (method, path, handler) => {
      trie.add(method, path, handler)
      known.clear()
      if (!/[:*?]/.test(path)) plain.add(path)
    },
    match: (method, path) => {
      if (!plain.has(path)) return trie.match(method, path)
      const name = `${method} ${path}`
      const found = known.get(name) ?? trie.match(method, path)
      known.set(name, found)
      return found
    },
  }
}
