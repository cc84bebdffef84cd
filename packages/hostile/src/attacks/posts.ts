import type { Cast } from '../cast.ts'
import { last } from '../parts.ts'
import { type PlanAttack, type Row, rows } from './attack.ts'

/** Signatures posted to somebody else. */
export function postAttacks(_cast: Cast): readonly PlanAttack[] {
  return rows([
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
        'LIST',
        (r) => {
          last(r).data.post.endpoint = endpoint
        },
        'POST_ENDPOINT',
      ],
    ),
    [
      'H-02 posted to the cancel route',
      'LIST',
      (r) => {
        last(r).data.post.endpoint = '/execute/cancel-signature/v1'
      },
      'POST_ENDPOINT',
    ],
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
        'LIST',
        (r) => {
          last(r).data.post.endpoint = endpoint
        },
        'POST_ENDPOINT',
      ],
    ),
    [
      'H-05 another method',
      'LIST',
      (r) => {
        last(r).data.post.method = 'PUT'
      },
      'POST_ENDPOINT',
    ],
    [
      'H-05 nowhere to post',
      'LIST',
      (r) => {
        delete last(r).data.post
      },
      'POST_ENDPOINT',
    ],
    [
      'H-06 many orders to the route for one',
      'LIST_B',
      (r) => {
        last(r).data.post.endpoint = '/order/v3'
      },
      'POST_ENDPOINT',
    ],
    [
      'H-07 another order in the body',
      'LIST',
      (r) => {
        last(r).data.post.body = {
          order: { kind: 'blur', data: {} },
          orderbook: 'opensea',
          orderbookApiKey: 'x',
        }
      },
      'harmless',
    ],
    [
      'H-07 the attacker as source',
      'LIST',
      (r) => {
        last(r).data.post.body.source = 'evil.example'
      },
      'harmless',
    ],
  ])
}
