import { checksumAddress } from '../grammar/checksumAddress.ts'
import type { MessageCodec } from './MessageCodec.ts'

/** Ethereum and other EVM networks: the text of EIP-4361. */
export const eip155Codec: MessageCodec = {
  addressProblem: (address) =>
    checksumAddress(address) === address
      ? undefined
      : 'must be 0x and 40 hex digits with the EIP-55 checksum (see checksumAddress)',
  normalizeAddress: (address) => checksumAddress(address) ?? address,
  printChainId: (reference) => reference,
  readChainId: (text) => (/^(?:0|[1-9]\d{0,31})$/.test(text) ? text : undefined),
}
