import { solanaText } from './copy.ts'
import type { InstructionDecoder } from './DecodedInstruction.ts'

/** The name of an instruction. `isControl` means that it hands over an account, or what is in it. */
export type InstructionName = { name: string; isControl?: true }

/** Creates a decoder that only names the instructions of a program, by the four bytes at the start of the data. */
export function createInstructionNamer({
  title,
  names,
}: {
  /** The name of the program. */
  title: 'Stake' | 'Vote'
  names: Readonly<Record<number, InstructionName>>
}): InstructionDecoder {
  return ({ accounts, data }) => {
    const [account] = accounts
    if (data.length < 4 || account === undefined) return undefined
    const number = new DataView(data.buffer, data.byteOffset).getUint32(0, true)
    const row = Object.hasOwn(names, number) ? names[number] : undefined
    if (!row) return undefined
    const of = { account, signers: accounts }
    return {
      name: `${row.name} (${title})`,
      fields: accounts.map((value, index) => ({
        label: solanaText('solana.fields.account', { number: index + 1 }),
        value,
      })),
      effects: [
        row.isControl
          ? {
              type: 'giveAway',
              what: title === 'Stake' ? 'stakeAccount' : 'voteAccount',
              to: undefined,
              ...of,
            }
          : { type: 'act', change: `change${title}`, instruction: row.name.toLowerCase(), ...of },
      ],
    }
  }
}
