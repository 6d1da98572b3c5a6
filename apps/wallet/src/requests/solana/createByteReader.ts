/** Reads bytes from the start to the end. Every method throws a `RangeError` if the data ends too early. */
export interface ByteReader {
  take(size: number): Uint8Array
  u8(): number
  u32(): number
  u64(): bigint
  /** Reads a count in the encoding "compact-u16": 7 bits per byte, least significant first, in the fewest bytes. */
  count(): number
  /** Number of bytes read so far. */
  position(): number
  isAtEnd(): boolean
}

/** Creates a reader of little-endian numbers. */
export function createByteReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let next = 0
  const move = (size: number): number => {
    if (next + size > bytes.length) throw new RangeError('The data ends too early.')
    next += size
    return next - size
  }
  const u8 = () => view.getUint8(move(1))
  return {
    take: (size) => bytes.slice(move(size), next),
    u8,
    u32: () => view.getUint32(move(4), true),
    u64: () => view.getBigUint64(move(8), true),
    count() {
      let value = 0
      for (let shift = 0; shift < 21; shift += 7) {
        const part = u8()
        value |= (part & 0x7f) << shift
        if (part >= 0x80) continue
        if ((part === 0 && shift > 0) || value > 0xffff) break
        return value
      }
      throw new RangeError('A count is not in its canonical encoding.')
    },
    position: () => next,
    isAtEnd: () => next === bytes.length,
  }
}
