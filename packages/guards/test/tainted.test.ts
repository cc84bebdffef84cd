import { parsePlan } from '@sluice/wire'
import { expect, test } from 'vitest'
import { check } from '../src/check.ts'
import type { Verdict } from '../src/model/verdict.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

// biome-ignore lint/suspicious/noExplicitAny: an answer is whatever a provider sends
type Json = any

const mark = 'TAINTED'

/** All objects and texts that can be reached from a verdict's items: what goes to the wallet and into posts. */
function reached(value: unknown, objects: Set<object>, texts: string[]): void {
  if (typeof value === 'string') texts.push(value)
  if (typeof value !== 'object' || value === null || objects.has(value)) return
  objects.add(value)
  for (const [key, child] of Object.entries(value)) {
    texts.push(key)
    reached(child, objects, texts)
  }
}

function spoiled(response: Json): Json {
  const words = ['action', 'description', 'error', 'tip', 'message', 'kind', 'source', 'name']
  for (const step of response.steps) {
    for (const word of ['action', 'description', 'error', 'tip']) step[word] = `${mark} ${word}`
    for (const item of step.items) {
      item.tip = `${mark} tip`
      const { data } = item
      if (data == null) continue
      for (const word of words) data[word] = `${mark} ${word}`
      if (data.post !== undefined) {
        data.post.body = { ...data.post.body, source: mark, orderbookApiKey: mark, [mark]: { [mark]: mark } }
        data.post.headers = { 'x-api-key': mark }
      }
      if (data.sign?.primaryType === 'OrderComponents') data.sign.value[mark] = mark
    }
  }
  response[mark] = { [mark]: mark }
  response.path = [{ source: mark, quote: 1, orderId: mark }]
  return response
}

test.each(honest.honest.map((make) => [make().name, make] as const))(
  '%s: no object and no unchecked text of the answer is signed, sent or posted',
  (_, make) => {
    const { intent, facts, policy, response } = make()
    const plan = parsePlan(spoiled(response))
    const theirs = new Set<object>()
    reached([response, plan], theirs, [])
    const verdict: Verdict = check({
      intent,
      plan,
      chainState: facts,
      policy,
      chain: who.chain,
      done: [],
      salts: [1n, 2n, 3n],
    })
    expect(verdict.decision).toBe('allow')
    const texts: string[] = []
    for (const item of verdict.items) {
      const ours = new Set<object>()
      if (item.kind === 'transaction') reached([item.call, item.effects, item.orders], ours, texts)
      else reached([item.request, item.post, item.effects], ours, texts)
      expect([...ours].filter((object) => theirs.has(object))).toEqual([])
    }
    expect(texts.filter((text) => text.includes(mark))).toEqual([])
  },
)
