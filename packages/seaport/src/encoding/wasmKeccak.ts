import { type Keccak256, keccak } from './keccak.ts'

/** The part of WebAssembly that is used. It is declared here because this package has no DOM types. */
type Wasm = {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: { readonly m: { readonly buffer: ArrayBuffer }; h(blocks: number): void }
  }
}

/**
 * Round constants of keccak-f[1600] by the shift register of FIPS 202, 3.2.5: low half, high half, for each of 24
 * rounds.
 */
function roundConstants(): Int32Array {
  const halves = new Int32Array(48)
  let register = 1
  for (let round = 0; round < 48; round += 2)
    for (let bit = 1; bit < 128; bit *= 2) {
      if (register & 1) halves[round + (bit >> 6)]! ^= 1 << (bit - 1)
      register = (register << 1) ^ ((register >> 7) * 0x171)
    }
  return halves
}

const rate = 136
/** Positions in the module's only page of memory. */
const constantsAt = 256
const inputAt = 512
const largestInput = 65_536 - inputAt - rate

const op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  get: 0x20,
  set: 0x21,
  tee: 0x22,
  load64: 0x29,
  store64: 0x37,
  const32: 0x41,
  const64: 0x42,
  add32: 0x6a,
  notEqual32: 0x47,
  and64: 0x83,
  xor64: 0x85,
  rotl64: 0x89,
} as const
const [i32, i64, nothing] = [0x7f, 0x7e, 0x40]

/** LEB128, signed form; of a number below 2⁶ or one with room it reads the same unsigned. */
function leb(value: number): number[] {
  const out: number[] = []
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f
    if (rest >> 7 === 0 && (low & 0x40) === 0) return [...out, low]
    out.push(low | 0x80)
  }
}

const get = (local: number) => [op.get, local]
const set = (local: number) => [op.set, local]
const load = (pointer: number, offset: number) => [...get(pointer), op.load64, 3, ...leb(offset)]
const counted = (items: readonly (readonly number[])[]) => [...leb(items.length), ...items.flat()]
const section = (id: number, content: readonly number[]) => [id, ...leb(content.length), ...content]

/** Rotation of lane (x, y) in the step rho, by the walk of FIPS 202, 3.2.2. */
function rotations(): readonly number[] {
  const out: number[] = Array.from({ length: 25 }, () => 0)
  let [x, y] = [1, 0]
  for (let t = 0; t < 24; t++) {
    out[x + 5 * y] = (((t + 1) * (t + 2)) / 2) % 64
    ;[x, y] = [y, (2 * x + 3 * y) % 5]
  }
  return out
}

// Locals: how many blocks are left, where the next begins, where the next round constant lies; then lanes.
const [left, at, round] = [0, 1, 2]
const lane = (x: number, y: number) => 3 + (x % 5) + 5 * (y % 5)
const moved = (x: number, y: number) => 28 + (x % 5) + 5 * (y % 5)
const column = (x: number) => 53 + (x % 5)
const mixed = 58
const five = [0, 1, 2, 3, 4]
const lanes = five.flatMap((y) => five.map((x) => [x, y] as const))

/** One round of keccak-f[1600]: theta, rho and pi into `moved`, chi back, iota. */
function roundCode(): number[] {
  const turn = rotations()
  return [
    ...five.flatMap((x) => [
      ...five.flatMap((y) => [...get(lane(x, y)), ...(y === 0 ? [] : [op.xor64])]),
      ...set(column(x)),
    ]),
    ...five.flatMap((x) => [
      ...get(column(x + 4)),
      ...get(column(x + 1)),
      ...[op.const64, 1, op.rotl64, op.xor64],
      ...set(mixed),
      ...five.flatMap((y) => [
        ...get(lane(x, y)),
        ...get(mixed),
        ...[op.xor64, op.const64, ...leb(turn[x + 5 * y]!), op.rotl64],
        ...set(moved(y, 2 * x + 3 * y)),
      ]),
    ]),
    ...lanes.flatMap(([x, y]) => [
      ...get(moved(x, y)),
      ...get(moved(x + 1, y)),
      ...[op.const64, 0x7f, op.xor64],
      ...get(moved(x + 2, y)),
      ...[op.and64, op.xor64],
      ...(x + y === 0 ? [...load(round, 0), op.xor64] : []),
      ...set(lane(x, y)),
    ]),
  ]
}

const step = (local: number, by: number) => [...get(local), op.const32, ...leb(by), op.add32, op.tee, local]

/** `h(blocks)`: hashes that many padded blocks from `inputAt` and leaves the digest at 0. */
function moduleBytes(): Uint8Array {
  const roundsEnd = constantsAt + 24 * 8
  const body = [
    ...[op.const32, ...leb(inputAt), ...set(at)],
    ...[op.loop, nothing],
    ...lanes
      .slice(0, rate / 8)
      .flatMap(([x, y]) => [
        ...get(lane(x, y)),
        ...load(at, (x + 5 * y) * 8),
        ...[op.xor64, ...set(lane(x, y))],
      ]),
    ...[op.const32, ...leb(constantsAt), ...set(round)],
    ...[op.loop, nothing],
    ...roundCode(),
    ...[...step(round, 8), op.const32, ...leb(roundsEnd), op.notEqual32, op.branchIf, 0, op.end],
    ...[...step(at, rate), ...set(at)],
    ...[...get(left), op.const32, 0x7f, op.add32, op.tee, left, op.branchIf, 0, op.end],
    ...five.slice(0, 4).flatMap((x) => [op.const32, 0, ...get(lane(x, 0)), op.store64, 3, ...leb(x * 8)]),
    op.end,
  ]
  const locals = counted([
    [2, i32!],
    [56, i64!],
  ])
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, counted([[0x60, 1, i32!, 0]])),
    ...section(3, counted([[0]])),
    ...section(5, counted([[0, 1]])),
    ...section(
      7,
      counted([
        // The memory as `m`, the function as `h`.
        [1, 0x6d, 2, 0],
        [1, 0x68, 0, 0],
      ]),
    ),
    ...section(10, counted([[...leb(locals.length + body.length), ...locals, ...body]])),
  ])
}

/**
 * Keccak-256 in WebAssembly, about ten times as fast as the default. Returns `undefined` if the page or the runtime
 * forbids it (a content policy without 'wasm-unsafe-eval'): use `wasmKeccak() ?? keccak`. Each result is a new copy.
 * The module is assembled here from the steps of the standard; it has about a kilobyte.
 *
 * @example
 * ```ts
 * const hasher = createOrderHasher(wasmKeccak() ?? keccak)
 * ```
 */
export function wasmKeccak(): Keccak256 | undefined {
  const { WebAssembly: wasm } = globalThis as unknown as { readonly WebAssembly?: Wasm }
  if (wasm === undefined) return undefined
  let instance: InstanceType<Wasm['Instance']>
  try {
    instance = new wasm.Instance(new wasm.Module(moduleBytes()))
  } catch {
    // WebAssembly is forbidden here. There is no other reason to fail, because the module is always the same.
    return undefined
  }
  const { m, h } = instance.exports
  const bytes = new Uint8Array(m.buffer)
  const view = new DataView(m.buffer)
  roundConstants().forEach((half, index) => {
    view.setUint32(constantsAt + index * 4, half, true)
  })
  return (input) => {
    if (input.length > largestInput) return keccak(input)
    const blocks = Math.floor(input.length / rate) + 1
    const end = inputAt + blocks * rate
    bytes.set(input, inputAt)
    bytes.fill(0, inputAt + input.length, end)
    bytes[inputAt + input.length]! |= 0x01
    bytes[end - 1]! |= 0x80
    h(blocks)
    return bytes.slice(0, 32)
  }
}
