/**
 * Encodes a call of a contract whose parameters are all one word long. Written here, so that nobody else can choose the bytes.
 *
 * @param selector the first four bytes of the function's hash, in hex
 * @param words addresses, and numbers that fit in 256 bits
 * @throws {RangeError} for a number or address that does not fit
 * @example
 * encodeCall('a9059cbb', ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8', 1n])
 */
export function encodeCall(selector: string, words: readonly (string | bigint)[]): `0x${string}` {
  return `0x${selector}${words.map(toWord).join('')}`
}

function toWord(value: string | bigint): string {
  const isValid =
    typeof value === 'string' ? /^0x[0-9a-f]{40}$/i.test(value) : value >= 0n && value >> 256n === 0n
  if (!isValid) throw new RangeError('A value does not fit in a call.')
  const digits = typeof value === 'string' ? value.slice(2).toLowerCase() : value.toString(16)
  return digits.padStart(64, '0')
}
