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
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createOrderVerifier, type OrderVerifier } from '../../src/orders/signatures/orderVerifier.ts'
import { record } from '../../src/orders/signatures/signatureRecords.ts'
import {
  createSignatureThreads,
  type SignatureThreads,
} from '../../src/orders/signatures/signatureThreads.ts'

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

  test('reports that it runs', () => {
    expect(verifier.backend).toBe(backend)
    expect(verifier.hashing).toBe('wasm')
  })

  test('recovers the signer of an order, and of each order of a bulk signature', async () => {
    const orders = [1n, 2n, 3n].map(order)
    for (const one of orders) {
      const signature = await maker.signTypedData(orderTypedData(domain, one))
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

  test('agrees with viem on every signature: valid, compact, malleable or damaged', async () => {
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

  test('recovers no signer from bytes of another length or without hex digits', () => {
    const digest: Hex = `0x${'11'.repeat(32)}`
    for (const signature of ['0x', `0x${'1'.repeat(128)}zz`, `0x${'00'.repeat(65)}`, `0x${'ff'.repeat(64)}`])
      expect(verifier.signerOfDigest(digest, signature as Hex)).toBeUndefined()
  })
})

describe('many signatures at once', () => {
  const stranger = privateKeyToAccount(`0x${'5b'.repeat(32)}`)
  let threads: SignatureThreads
  let verifier: OrderVerifier
  /** Records that each message to a thread held. */
  const sent: number[] = []
  beforeAll(async () => {
    const url = new URL('../support/signatureThread.mjs', import.meta.url)
    threads = createSignatureThreads({ url, flags: ['--conditions=@sluice/source'] })
    const check: SignatureThreads['check'] = (records) => {
      sent.push(records.length / record.bytes)
      return threads.check(records)
    }
    verifier = await createOrderVerifier(undefined, { ...threads, check })
    await vi.waitFor(() => expect(threads.accepts(1)).toBe(true), { timeout: 30_000, interval: 50 })
  })
  afterAll(() => threads.close())

  /** Of every seventh order the signature is a stranger's, of the one behind it no signature. */
  async function manyOrders(count: number) {
    return Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const id = orderHash(order(BigInt(index)))
        const hash = verifier.digest(domain, id)
        const signature: Hex =
          index % 7 === 3
            ? await stranger.sign({ hash })
            : index % 7 === 4
              ? `0x${'ff'.repeat(65)}`
              : await maker.sign({ hash })
        return { domain, id, maker: address, signature }
      }),
    )
  }
  const expected = (count: number) =>
    Array.from({ length: count }, (_, index) => index % 7 !== 3 && index % 7 !== 4)

  test('are verified in threads with the same results as one by one', async () => {
    const orders = await manyOrders(150)
    expect(await verifier.signedByMakers(orders)).toEqual(expected(150))
    expect(sent).toEqual([64, 64, 22])
    expect(await verifier.signedByMakers(orders.slice(0, 5))).toEqual(expected(5))
    expect(await verifier.signedByMakers([])).toEqual([])
  })

  test('of one bulk signature are verified once, each by its own place in the tree', async () => {
    const orders = Array.from({ length: 32 }, (_, index) => order(1000n + BigInt(index)))
    const whole = await maker.signTypedData(bulkTypedData(domain, orders) as never)
    const tree = bulkTree(orders)
    const posted = orders.map((one, index) => ({
      domain,
      id: orderHash(one),
      maker: address,
      // The last but one stands on the last one's place.
      signature: bulkSignature(whole, index, tree.proof(index === 30 ? 31 : index)),
    }))
    sent.length = 0
    expect(await verifier.signedByMakers(posted)).toEqual(orders.map((_, index) => index !== 30))
    // Two signatures at most, which are not worth a message.
    expect(sent).toEqual([])
  })

  test('are still verified when the threads end before they answer', async () => {
    const orders = await manyOrders(150)
    const answers = verifier.signedByMakers(orders)
    await threads.close()
    expect(await answers).toEqual(expected(150))
    expect(await verifier.signedByMakers(orders)).toEqual(expected(150))
  })
})
