/** The kinds of output scripts that have addresses. */
export type ScriptKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2wsh' | 'p2tr'

/** Returns the kind of an output script as `addressScript` returns it. */
export function scriptKind(script: Uint8Array): ScriptKind {
  if (script[0] === 0x76) return 'p2pkh'
  if (script[0] === 0xa9) return 'p2sh'
  if (script[0] === 0x51) return 'p2tr'
  return script.length === 22 ? 'p2wpkh' : 'p2wsh'
}
