import { Address, OutScript } from '@scure/btc-signer'
import { addressParams, type BitcoinChainName } from './addressParams.ts'

export type ScriptKind = 'p2pk' | 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'op_return' | 'unknown'

const kinds: Record<string, ScriptKind> = {
  pk: 'p2pk',
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'p2wpkh',
  wsh: 'p2wsh',
  tr: 'p2tr',
}

/** Returns the type of an output script. */
export function kindOf(script: Uint8Array): ScriptKind {
  return read(script).kind
}

/** Returns the type of an output script and its address on a chain, if it has one. */
export function describeScript(
  script: Uint8Array,
  chain: BitcoinChainName,
): { kind: ScriptKind; address?: string | undefined } {
  const { kind, decoded } = read(script)
  if (!decoded || kind === 'p2pk') return { kind }
  return { kind, address: Address(addressParams[chain]).encode(decoded) }
}

/** Returns the script of an address. Throws an Error that says what is wrong with the address. */
export function scriptOf(address: string, chain: BitcoinChainName): Uint8Array {
  return OutScript.encode(Address(addressParams[chain]).decode(address))
}

type Decoded = Parameters<ReturnType<typeof Address>['encode']>[0]

function read(script: Uint8Array): { kind: ScriptKind; decoded?: Decoded } {
  if (script[0] === 0x6a) return { kind: 'op_return' }
  try {
    const decoded = OutScript.decode(script)
    const kind = kinds[decoded.type]
    return kind ? { kind, decoded: decoded as Decoded } : { kind: 'unknown' }
  } catch {
    return { kind: 'unknown' } // any bytes may be a script
  }
}
