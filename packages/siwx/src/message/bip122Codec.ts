import type { MessageCodec } from './MessageCodec.ts'

type AddressShapes = { segwit: RegExp; base58: RegExp }

// Only the characters of Bech32 and Base58 are checked here; the verification of the signature checks the checksum.
const testnet: AddressShapes = {
  segwit: /^tb1[02-9ac-hj-np-z]{11,87}$/,
  base58: /^[mn2][1-9A-HJ-NP-Za-km-z]{25,34}$/,
}
const shapes: Readonly<Record<string, AddressShapes | undefined>> = {
  '000000000019d6689c085ae165831e93': {
    segwit: /^bc1[02-9ac-hj-np-z]{11,87}$/,
    base58: /^[13][1-9A-HJ-NP-Za-km-z]{25,34}$/,
  },
  '000000000933ea01ad0ee984209779ba': testnet,
  '00000000da84f2bafbbc53dee25a72ae': testnet,
  '00000008819873e925422c1ff0f99f7c': testnet,
  '0f9188f13cb7b2c71f2a335e3a4fc328': { ...testnet, segwit: /^bcrt1[02-9ac-hj-np-z]{11,87}$/ },
}

/**
 * Bitcoin: the text of CAIP-122, where "Chain ID" is the CAIP-2 reference: the first 32 hex digits of the genesis block
 * hash. Supports mainnet, testnet 3 and 4, signet and regtest, but no other networks of the namespace.
 *
 * @see https://chainagnostic.org/CAIPs/caip-122
 * @see https://namespaces.chainagnostic.org/bip122/caip2
 */
export const bip122Codec: MessageCodec = {
  addressProblem(address, reference) {
    const shape = Object.hasOwn(shapes, reference) ? shapes[reference] : undefined
    if (!shape) return `must be on a known Bitcoin network, and ${reference} is not one`
    if (shape.segwit.test(address) || shape.base58.test(address)) return undefined
    return 'must be an address of this Bitcoin network (segwit in lower case, or Base58)'
  },
  // Bech32 is case-insensitive, Base58 is case-sensitive.
  normalizeAddress: (address) =>
    /^(bc|tb|bcrt)1[0-9a-z]+$/i.test(address) ? address.toLowerCase() : address,
  printChainId: (reference) => reference,
  readChainId: (text) => (/^[0-9a-f]{32}$/.test(text) ? text : undefined),
}
