import { OP } from '@scure/btc-signer/script.js'
import { ScriptError } from './ScriptError.ts'

/** One step of a script: an opcode, with the bytes it pushes if it is a push. */
export type ScriptStep = { opcode: number; push?: Uint8Array }

const maxScriptLength = 10_000
const maxPushLength = 520

/**
 * Parses a script into its steps. Opcodes that push a constant (OP_0, OP_1NEGATE, OP_1 to OP_16) come with the bytes
 * they push.
 *
 * @throws {ScriptError} if the script ends inside a push, or a push is too long or not minimal (MINIMALDATA).
 */
export function readScript(script: Uint8Array): ScriptStep[] {
  if (script.length > maxScriptLength)
    throw new ScriptError(`a script is longer than ${maxScriptLength} bytes`)
  const steps: ScriptStep[] = []
  let next = 0
  const take = (count: number) => {
    if (next + count > script.length) throw new ScriptError('a script ends in the middle of a push')
    const bytes = script.subarray(next, next + count)
    next += count
    return bytes
  }
  while (next < script.length) {
    const opcode = script[next++] as number
    if (opcode === OP.OP_0) steps.push({ opcode, push: new Uint8Array() })
    else if (opcode <= OP.PUSHDATA4) {
      // Opcodes below OP_PUSHDATA1 are the length itself; OP_PUSHDATA1, 2 and 4 have a length of 1, 2 and 4 bytes.
      const push = take(opcode < OP.PUSHDATA1 ? opcode : readLength(take(1 << (opcode - OP.PUSHDATA1))))
      if (push.length > maxPushLength) throw new ScriptError(`a push is longer than ${maxPushLength} bytes`)
      if (opcode !== minimalPushOpcode(push)) throw new ScriptError('a push is not in its shortest form')
      steps.push({ opcode, push })
    } else if (opcode === OP['1NEGATE']) steps.push({ opcode, push: Uint8Array.of(0x81) })
    else if (opcode >= OP.OP_1 && opcode <= OP.OP_16)
      steps.push({ opcode, push: Uint8Array.of(opcode - OP.OP_1 + 1) })
    else steps.push({ opcode })
  }
  return steps
}

function readLength(bytes: Uint8Array): number {
  return bytes.reduceRight((length, byte) => length * 256 + byte, 0)
}

/** Returns the opcode that pushes these bytes with the shortest script. */
function minimalPushOpcode(push: Uint8Array): number {
  const [first = 0] = push
  if (push.length === 0) return OP.OP_0
  if (push.length === 1 && first >= 1 && first <= 16) return OP.OP_1 - 1 + first
  if (push.length === 1 && first === 0x81) return OP['1NEGATE']
  if (push.length < OP.PUSHDATA1) return push.length
  return push.length < 0x100 ? OP.PUSHDATA1 : OP.PUSHDATA2
}
