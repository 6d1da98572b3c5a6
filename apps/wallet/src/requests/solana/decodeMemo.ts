import type { InstructionDecoder } from './DecodedInstruction.ts'

/** Decodes an instruction of the Memo program, which publishes a text. Undefined if it is not text. */
export const decodeMemo: InstructionDecoder = ({ data }) => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
    return {
      name: 'Note (Memo)',
      fields: [{ label: 'text', value: text }],
      effects: [{ type: 'memo', text }],
    }
  } catch {
    // Not text, so the program refuses it.
    return undefined
  }
}
