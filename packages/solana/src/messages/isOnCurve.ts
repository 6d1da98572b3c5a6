/*
 * Whether 32 bytes are a point on Ed25519, and so can be the public key of somebody. Addresses that programs derive are not.
 *
 * RFC 8032, section 5.1.3: the bytes are y, little-endian, and the sign of x in the highest bit. With u = y² − 1 and v = d·y² + 1
 * there is an x if u/v is a square, which it is exactly if u·v is one (Euler's criterion). Neither x nor its sign matters here.
 */

const prime = 2n ** 255n - 19n
const d = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n

/** Whether an address of 32 bytes can have a private key. */
export function isOnCurve(bytes: Uint8Array): boolean {
  const hex = Array.from(bytes.toReversed(), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const y = BigInt.asUintN(255, BigInt(`0x${hex}`))
  const square = (y * y) % prime
  const product = ((square - 1n) * (d * square + 1n)) % prime
  return product === 0n || toPower((product + prime) % prime, (prime - 1n) / 2n) === 1n
}

function toPower(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let power = base, left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * power) % prime
    power = (power * power) % prime
  }
  return result
}
