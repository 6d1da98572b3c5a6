import { type AbiType, type AbiValue, isDynamic } from './AbiType.ts'
import { encodeAbi } from './encodeAbi.ts'

/** Longer lists are not decoded. */
const maxItems = 64

/**
 * Decodes hex without `0x`, in lower case. Returns undefined unless it is exactly the canonical encoding of a value: no bits set
 * above a number or address, no other order, no gaps, nothing behind it.
 */
export function decodeAbi(type: AbiType, hex: string): AbiValue | undefined {
  try {
    const value = decode(type, hex, 0)
    return encodeAbi(type, value) === hex ? value : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function decode(type: AbiType, hex: string, at: number): AbiValue {
  switch (type.kind) {
    case 'uint': {
      const value = BigInt(`0x${slice(hex, at, 64)}`)
      if (value >> BigInt(type.bits) !== 0n) throw new RangeError('The number is too large for its type.')
      return value
    }
    case 'address':
      return `0x${slice(hex, at + 24, 40)}`
    case 'bytes32':
      return `0x${slice(hex, at, 64)}`
    case 'bytes':
      return `0x${slice(hex, at + 64, 2 * readLength(hex, at, hex.length))}`
    case 'list': {
      const length = readLength(hex, at, maxItems)
      return decodeAll(new Array<AbiType>(length).fill(type.of), hex, at + 64)
    }
    case 'tuple':
      return decodeAll(type.of, hex, at)
  }
}

function decodeAll(types: readonly AbiType[], hex: string, start: number): AbiValue[] {
  let at = start
  return types.map((type) => {
    if (!isDynamic(type)) {
      const value = decode(type, hex, at)
      at += wordsOf(type) * 64
      return value
    }
    const offset = readLength(hex, at, hex.length)
    at += 64
    return decode(type, hex, start + 2 * offset)
  })
}

function wordsOf(type: AbiType): number {
  return type.kind === 'tuple' ? type.of.reduce((sum, one) => sum + wordsOf(one), 0) : 1
}

function readLength(hex: string, at: number, maximum: number): number {
  const value = BigInt(`0x${slice(hex, at, 64)}`)
  if (value > BigInt(maximum)) throw new RangeError('A length or an offset is too large.')
  return Number(value)
}

function slice(hex: string, at: number, length: number): string {
  if (at + length > hex.length) throw new RangeError('The data ends too early.')
  return hex.slice(at, at + length)
}
