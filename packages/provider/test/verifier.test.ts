import {
  buildListing,
  bulkSignature,
  bulkTree,
  bulkTypedData,
  orderHash,
  orderTypedData,
  recoverSigner,
  seaportDomain,
} from '@sluice/seaport'
import fc from 'fast-check'
import {
  type Address,
  bytesToHex,
  type Hex,
  serializeCompactSignature,
  serializeSignature,
  signatureToCompactSignature,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { beforeAll, describe, expect, test } from 'vitest'
import { createOrderVerifier, type OrderVerifier } from '../src/orders/verifier.ts'

const maker = privateKeyToAccount(`0x${'5a'.repeat(32)}`)
const address = maker.address.toLowerCase() as Address
const domain = seaportDomain(31337, '1.6')
const order = (salt: bigint) =>
  buildListing({
    maker: address,
    token: `0x${'22'.repeat(20)}`,
    tokenId: 7n,
    kind: 'erc721',
    quantity: 1n,
    gross: 10n ** 18n,
    currency: zeroAddress,
    fees: [{ recipient: `0x${'33'.repeat(20)}`, bps: 250 }],
    startTime: 1n,
    endTime: 2n,
    salt,
    conduitKey: zeroHash,
    counter: 0n,
  })

describe.each(['native', 'wasm'] as const)('the %s recovery', (backend) => {
  let verifier: OrderVerifier
  beforeAll(async () => {
    verifier = await createOrderVerifier(backend)
  })

  test('says that it runs', () => {
    expect(verifier.backend).toBe(backend)
    expect(verifier.hashing).toBe('wasm')
  })

  test('names the signer of an order and of each order under one signature', async () => {
    const orders = [1n, 2n, 3n].map(order)
    for (const one of orders) {
      const signature = await maker.signTypedData(orderTypedData(domain, one) as never)
      expect(verifier.signerOf(domain, orderHash(one), signature)).toBe(address)
    }
    const whole = await maker.signTypedData(bulkTypedData(domain, orders) as never)
    const tree = bulkTree(orders)
    orders.forEach((one, index) => {
      expect(verifier.signerOf(domain, orderHash(one), bulkSignature(whole, index, tree.proof(index)))).toBe(
        address,
      )
      const other = orderHash(order(9n))
      const foreign = verifier.signerOf(domain, other, bulkSignature(whole, index, tree.proof(index)))
      expect(foreign).not.toBe(address)
    })
  })

  test('agrees with viem on every signature, honest, compact, malleable or damaged', async () => {
    const bytes = (length: number) =>
      fc.uint8Array({ minLength: length, maxLength: length }).map((value) => bytesToHex(value))
    const damage = fc.option(fc.tuple(fc.nat(64), fc.integer({ min: 1, max: 255 })))
    await fc.assert(
      fc.asyncProperty(bytes(32), bytes(32), fc.boolean(), damage, async (secret, digest, compact, flip) => {
        fc.pre(BigInt(secret) > 0n && BigInt(secret) < 2n ** 255n)
        const made = await sign({ hash: digest, privateKey: secret })
        const text = compact
          ? serializeCompactSignature(signatureToCompactSignature(made))
          : serializeSignature(made)
        const raw = Buffer.from(text.slice(2), 'hex')
        if (flip !== null && flip[0] < raw.length) raw[flip[0]] = (raw[flip[0]] as number) ^ flip[1]
        const signature: Hex = `0x${raw.toString('hex')}`
        expect(verifier.signerOfDigest(digest, signature)).toBe(await recoverSigner(digest, signature))
      }),
      { numRuns: 60 },
    )
  })

  test('no key made bytes of another length or without hex digits', () => {
    const digest: Hex = `0x${'11'.repeat(32)}`
    for (const signature of ['0x', `0x${'1'.repeat(128)}zz`, `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(64)}`])
      expect(verifier.signerOfDigest(digest, signature as Hex)).toBeUndefined()
  })
})
