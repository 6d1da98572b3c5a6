import { type ScriptKind, scriptKind } from './scriptKind.ts'

/** The smallest outputs that nodes pass on, in satoshi: spending a smaller one would cost more than it holds. */
const limits: Readonly<Record<ScriptKind, bigint>> = {
  p2pkh: 546n,
  p2sh: 540n,
  p2wpkh: 294n,
  p2wsh: 330n,
  p2tr: 330n,
}

/** Returns the smallest amount that an output with this script may have, in satoshi. */
export const dustLimit = (script: Uint8Array): bigint => limits[scriptKind(script)]
