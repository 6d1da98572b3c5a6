import { createHash } from 'node:crypto'
import { base58, bech32, bech32m } from '@scure/base'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/**
 * Returns the address of Bitcoin's main network that an output script pays to; undefined if it has none: only P2PKH, P2SH, P2WPKH,
 * P2WSH and P2TR have addresses that wallets pay to.
 *
 * @see https://github.com/bitcoin/bips/blob/master/bip-0350.mediawiki
 */
export function scriptToAddress(script: Uint8Array): string | undefined {
  const hex = Buffer.from(script).toString('hex')
  const [, hash = ''] =
    /^76a914(.{40})88ac$/.exec(hex) ??
    /^a914(.{40})87$/.exec(hex) ??
    /^(?:0014|0020|5120)(.+)$/.exec(hex) ??
    []
  const program = Buffer.from(hash, 'hex')
  if (program.length === 0 || program.every((byte) => byte === 0)) return undefined
  if (hex.startsWith('76')) return toBase58(0x00, program)
  if (hex.startsWith('a9')) return toBase58(0x05, program)
  const length = hex.startsWith('0014') ? 20 : 32
  if (program.length !== length) return undefined
  return hex.startsWith('00')
    ? bech32.encode('bc', [0, ...bech32.toWords(program)])
    : bech32m.encode('bc', [1, ...bech32m.toWords(program)])
}

function toBase58(version: number, hash: Uint8Array): string {
  const bytes = Buffer.concat([Buffer.from([version]), hash])
  return base58.encode(Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]))
}
