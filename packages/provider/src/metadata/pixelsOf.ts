/** The most blocks of a file that are looked at. */
const maxBlocks = 10_000

const textAt = (file: Buffer, at: number, length: number): string => file.toString('latin1', at, at + length)

function pixelsOfPng(file: Buffer): number {
  return textAt(file, 12, 4) === 'IHDR' ? file.readUInt32BE(16) * file.readUInt32BE(20) : Number.NaN
}

/** The largest of all frames: one may be larger than what the file says of itself. */
function pixelsOfGif(file: Buffer): number {
  const tableOf = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1))
  let most = file.readUInt16LE(6) * file.readUInt16LE(8)
  let at = 13 + tableOf(file.readUInt8(10))
  const skipBlocks = (): void => {
    while (file.readUInt8(at) !== 0) at += file.readUInt8(at) + 1
    at += 1
  }
  for (let blocks = 0; blocks < maxBlocks; blocks += 1) {
    const kind = file.readUInt8(at)
    if (kind === 0x3b) return most
    if (kind === 0x21) at += 2
    else if (kind === 0x2c) {
      most = Math.max(most, file.readUInt16LE(at + 5) * file.readUInt16LE(at + 7))
      at += 11 + tableOf(file.readUInt8(at + 9))
    } else return Number.NaN
    skipBlocks()
  }
  return Number.NaN
}

/** The largest of all headers before the picture itself. */
function pixelsOfJpeg(file: Buffer): number {
  let most = Number.NaN
  let at = 2
  for (let blocks = 0; blocks < maxBlocks; blocks += 1) {
    if (file.readUInt8(at) !== 0xff) return Number.NaN
    const kind = file.readUInt8(at + 1)
    if (kind === 0xda) return most
    if (kind === 0xff) at += 1
    else {
      // Headers of frames are C0 to CF, but for the tables that are C4, C8 and CC.
      if (kind === 0xc0 || (kind > 0xc0 && kind <= 0xcf && kind % 4 !== 0)) {
        const pixels = file.readUInt16BE(at + 5) * file.readUInt16BE(at + 7)
        most = Number.isNaN(most) ? pixels : Math.max(most, pixels)
      }
      at += 2 + file.readUInt16BE(at + 2)
    }
  }
  return Number.NaN
}

/** Of WebP without frames: the largest of its canvas and its picture. */
function pixelsOfWebp(file: Buffer): number {
  let most = Number.NaN
  let at = 12
  for (let blocks = 0; at + 8 <= file.length && blocks < maxBlocks; blocks += 1) {
    const [kind, body] = [textAt(file, at, 4), at + 8]
    let pixels = 0
    if (kind === 'VP8X') pixels = (file.readUIntLE(body + 4, 3) + 1) * (file.readUIntLE(body + 7, 3) + 1)
    else if (kind === 'VP8 ')
      pixels = (file.readUInt16LE(body + 6) & 0x3fff) * (file.readUInt16LE(body + 8) & 0x3fff)
    else if (kind === 'VP8L') {
      const bits = file.readUInt32LE(body + 1)
      pixels = ((bits & 0x3fff) + 1) * (((bits >>> 14) & 0x3fff) + 1)
    } else if (kind === 'ANIM' || kind === 'ANMF') return Number.NaN
    most = Number.isNaN(most) ? pixels : Math.max(most, pixels)
    const size = file.readUInt32LE(at + 4)
    at = body + size + (size % 2)
  }
  return most
}

/** The pixels of a PNG, GIF, JPEG or WebP, as its own headers say; `NaN` for any other file, and one that ends early. */
export function pixelsOf(bytes: Uint8Array): number {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (textAt(file, 0, 4) === '\x89PNG') return pixelsOfPng(file)
    if (textAt(file, 0, 4) === 'GIF8') return pixelsOfGif(file)
    if (file.readUInt16BE(0) === 0xffd8) return pixelsOfJpeg(file)
    if (textAt(file, 0, 4) === 'RIFF' && textAt(file, 8, 4) === 'WEBP') return pixelsOfWebp(file)
  } catch {
    // It ends before it says.
  }
  return Number.NaN
}
