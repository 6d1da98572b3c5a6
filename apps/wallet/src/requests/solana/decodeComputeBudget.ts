import { createInstructionDecoder, type InstructionRow } from './createInstructionDecoder.ts'

/** Decodes the instructions of the Compute Budget program, which set limits and the priority fee. */
export const decodeComputeBudget = createInstructionDecoder({
  title: 'Compute Budget',
  readNumber: (reader) => reader.u8(),
  rows: {
    1: limit('Request heap', 'bytes'),
    2: limit('Limit compute units', 'units'),
    3: {
      name: 'Set priority fee',
      read: (reader) => ({ fields: { 'micro-lamports per unit': reader.u64() }, effects: [] }),
    },
    4: limit('Limit loaded data', 'bytes'),
  },
})

function limit(name: string, label: string): InstructionRow {
  return { name, read: (reader) => ({ fields: { [label]: reader.u32() }, effects: [] }) }
}
