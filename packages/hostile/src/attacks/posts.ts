import type { AttackContext } from '../attackContext.ts'
import { inData } from '../parts.ts'
import { type PlanAttack, type Row, rows } from './attack.ts'

/** Signatures that are posted to another path, or with another body. */
export function postAttacks(_context: AttackContext): readonly PlanAttack[] {
  return rows('LIST', inData, [
    ...[
      'https://evil/x',
      '//evil/x',
      '/\\evil',
      '@evil/x',
      '.evil/x',
      ':1@evil/x',
      '\t//evil',
      '/order/v3?x=1',
      '/order/v3#',
      '/order/../admin',
      '/admin/x',
    ].map(
      (endpoint): Row => [
        `H-01 posted to ${JSON.stringify(endpoint)}`,
        { 'post.endpoint': endpoint },
        'POST_ENDPOINT',
      ],
    ),
    ['H-02 posted to the cancel route', { 'post.endpoint': '/execute/cancel-signature/v1' }, 'POST_ENDPOINT'],
    ...[
      '',
      '/',
      '/order/v3/',
      '/order/v3/../../x',
      '/ORDER/v3',
      '/order/v3%2f',
      '/order/v3;x',
      '/order/v5',
      'order/v3',
      '/execute/buy/v7',
    ].map(
      (endpoint): Row => [
        `H-03 posted to ${JSON.stringify(endpoint)}`,
        { 'post.endpoint': endpoint },
        'POST_ENDPOINT',
      ],
    ),
    ['H-05 another method', { 'post.method': 'PUT' }, 'POST_ENDPOINT'],
    ['H-05 no post', { post: undefined }, 'POST_ENDPOINT'],
    ['H-06 many orders to the route for one', { 'post.endpoint': '/order/v3' }, 'POST_ENDPOINT', 'LIST_B'],
    [
      'H-07 another order in the body',
      {
        'post.body': {
          order: { kind: 'blur', data: {} },
          orderbook: 'opensea',
          orderbookApiKey: 'x',
        },
      },
      'harmless',
    ],
    ['H-07 the attacker as source', { 'post.body.source': 'evil.example' }, 'harmless'],
  ])
}
