import { ScriptError } from './ScriptError.ts'

/** One step of a script: an opcode, with the bytes it pushes if it is a push. */
export type ScriptStep = { opcode: number; push?: Uint8Array }

const maxPush = 520

/**
 * The steps of a script. Numbers from −1 to 16 and the empty push are given as opcodes with their bytes.
 *
 * @throws {ScriptError} if the script ends in a push, a push is not in its shortest form (MINIMALDATA) or too long.
 */
export function readScript(script: Uint8Array): ScriptStep[] {
  if (script.length > 10_000) throw new ScriptError('a script is longer than 10000 bytes')
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
    if (opcode === 0) steps.push({ opcode, push: new Uint8Array() })
    else if (opcode <= 0x4e) {
      const push = take(opcode < 0x4c ? opcode : readLength(take(1 << (opcode - 0x4c))))
      if (push.length > maxPush) throw new ScriptError('a push is longer than 520 bytes')
      if (opcode !== shortest(push)) throw new ScriptError('a push is not in its shortest form')
      steps.push({ opcode, push })
    } else if (opcode === 0x4f) steps.push({ opcode, push: Uint8Array.of(0x81) })
    else if (opcode >= 0x51 && opcode <= 0x60) steps.push({ opcode, push: Uint8Array.of(opcode - 0x50) })
    else steps.push({ opcode })
  }
  return steps
}

function readLength(bytes: Uint8Array): number {
  return bytes.reduceRight((length, byte) => length * 256 + byte, 0)
}

/** The opcode that pushes these bytes in the fewest. */
function shortest(push: Uint8Array): number {
  const [first = 0] = push
  if (push.length === 0) return 0
  if (push.length === 1 && first >= 1 && first <= 16) return 0x50 + first
  if (push.length === 1 && first === 0x81) return 0x4f
  if (push.length < 0x4c) return push.length
  return push.length < 0x100 ? 0x4c : 0x4d
}
