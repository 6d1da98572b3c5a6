import { Address, OutScript } from '@scure/btc-signer'
import { regtest } from './regtest.ts'

export type ScriptKind = 'p2pk' | 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr' | 'op_return' | 'unknown'

const kinds: Record<string, ScriptKind> = {
  pk: 'p2pk',
  pkh: 'p2pkh',
  sh: 'p2sh',
  wpkh: 'p2wpkh',
  wsh: 'p2wsh',
  tr: 'p2tr',
}

/** What kind of output a script is, and its address where it has one. */
export function describeScript(script: Uint8Array): { kind: ScriptKind; address?: string | undefined } {
  if (script[0] === 0x6a) return { kind: 'op_return' }
  try {
    const decoded = OutScript.decode(script)
    const kind = kinds[decoded.type] ?? 'unknown'
    if (kind === 'p2pk' || kind === 'unknown') return { kind }
    return {
      kind,
      address: Address(regtest).encode(decoded as Parameters<ReturnType<typeof Address>['encode']>[0]),
    }
  } catch {
    return { kind: 'unknown' } // any bytes may be a script
  }
}

/** The script of an address; throws what is wrong with the address. */
export function scriptOf(address: string): Uint8Array {
  return OutScript.encode(Address(regtest).decode(address))
}
