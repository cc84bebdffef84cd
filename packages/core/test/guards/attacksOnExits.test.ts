import { transferHelperAddress } from '@sluice/seaport'
import { toHex } from 'viem'
import * as who from './actors.ts'
import { type Attack, call, last, recall, sign, testAttacks, tx } from './attack.ts'
import * as honest from './honest.ts'

const { attacker, eth, otherNft, receiver, trap, user } = who
const { LIST, CXL, CXL_O, CXL_ALL, XFER, XFER_B } = honest

const attacks: readonly Attack[] = [
  // Cancel
  [
    'C-01 said to be cancelled',
    CXL,
    (r) => {
      r.steps[0].items = [{ status: 'complete' }]
    },
    'FLOW_FALSE_COMPLETE',
  ],
  ['C-02 one of two', CXL, recall((args) => args[0].pop()), 'FLOW_FALSE_COMPLETE'],
  [
    'C-04 one more than named',
    CXL,
    recall((args) => args[0].push({ ...args[0][0], salt: 1n })),
    'CALL_CANCEL_SET',
  ],
  [
    'C-05 every order instead',
    CXL,
    (r) => {
      tx(r).data = '0x5b34b966'
    },
    'TX_SELECTOR',
  ],
  [
    'C-06 some instead of every',
    CXL_ALL,
    (r) => {
      tx(r).data = tx(CXL().response).data
    },
    'TX_SELECTOR',
  ],
  [
    'C-07 validate instead',
    CXL,
    (r) => {
      tx(r).data = `0x88147732${'00'.repeat(31)}20${'00'.repeat(32)}`
    },
    'TX_SELECTOR',
  ],
  [
    'C-10 a listing in a cancellation’s clothes',
    CXL_O,
    (r) => {
      r.steps[0].items = [last(LIST().response)]
    },
    'TD_UNKNOWN',
  ],
  [
    'C-11 another zone',
    CXL_O,
    (r) => {
      sign(r).domain.verifyingContract = trap
    },
    'TD_DOMAIN',
  ],
  [
    'C-13 a hash of ids as text',
    CXL_O,
    (r) => {
      sign(r).signatureKind = 'eip191'
      sign(r).message = `0x${'cd'.repeat(32)}`
    },
    'MSG_HASHLIKE',
  ],
  // Transfer
  [
    'T-01 to the attacker',
    XFER,
    (r) => {
      tx(r).data = call(honest.erc721, 'safeTransferFrom', [user, attacker, 1n])
    },
    'CALL_TRANSFER_SET',
  ],
  [
    'T-02 another token',
    XFER,
    (r) => {
      tx(r).data = call(honest.erc721, 'safeTransferFrom', [user, receiver, 2n])
    },
    'CALL_TRANSFER_SET',
  ],
  [
    'T-03 another collection',
    XFER,
    (r) => {
      tx(r).to = otherNft
    },
    'TX_TO',
  ],
  [
    'T-04 one of many to the attacker',
    XFER_B,
    (r) => {
      r.steps[1].items = [
        honest.bulkTransfer([
          { items: honest.bulkItems.slice(1), recipient: receiver, validateERC721Receiver: true },
          { items: honest.bulkItems.slice(0, 1), recipient: attacker, validateERC721Receiver: true },
        ]),
      ]
    },
    'CALL_TRANSFER_SET',
  ],
  [
    'T-05 one more',
    XFER_B,
    (r) => {
      r.steps[1].items = [
        honest.bulkTransfer([
          {
            items: [...honest.bulkItems, { itemType: 2, token: otherNft, identifier: 1n, amount: 1n }],
            recipient: receiver,
            validateERC721Receiver: true,
          },
        ]),
      ]
    },
    'CALL_TRANSFER_SET',
  ],
  [
    'T-07 the attacker’s conduit',
    XFER_B,
    (r) => {
      r.steps[1].items = [
        honest.bulkTransfer(
          [{ items: honest.bulkItems, recipient: receiver, validateERC721Receiver: true }],
          who.attackerKey,
        ),
      ]
    },
    'CALL_CONDUIT',
  ],
  [
    'T-08 the helper where the policy has none',
    () => ({ ...XFER_B(), policy: who.policyOf({ transferHelper: trap }) }),
    (r) => {
      tx(r).to = transferHelperAddress
    },
    'TX_TO',
  ],
  [
    'T-10 an unsafe transfer',
    XFER,
    (r) => {
      tx(r).data = call(honest.erc721, 'transferFrom', [user, receiver, 1n])
    },
    'TX_SELECTOR',
  ],
  [
    'T-11 wei with a transfer',
    XFER,
    (r) => {
      tx(r).value = toHex(eth)
    },
    'TX_VALUE',
  ],
  // Post
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
    (endpoint): Attack => [
      `H-01 posted to ${JSON.stringify(endpoint)}`,
      LIST,
      (r) => {
        last(r).data.post.endpoint = endpoint
      },
      'POST_ENDPOINT',
    ],
  ),
  [
    'H-02 posted to the cancel route',
    LIST,
    (r) => {
      last(r).data.post.endpoint = '/execute/cancel-signature/v1'
    },
    'POST_ENDPOINT',
  ],
]

testAttacks(attacks)
