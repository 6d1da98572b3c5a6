import { solanaText } from './copy.ts'
import {
  createInstructionDecoder,
  type InstructionContent,
  type InstructionReader,
  type InstructionRow,
} from './createInstructionDecoder.ts'
import { programs } from './programs.ts'

/** Kinds of control that `SetAuthority` hands over, by number, for both token programs. */
const authorities = ['mintRight', 'freezeRight', 'tokenAccount', 'closeRight'] as const

/** Decodes the instructions of SPL Token and of Token-2022, without those of extensions. */
export const decodeToken = createInstructionDecoder({
  title: 'Token',
  readNumber: (reader) => reader.u8(),
  rows: {
    0: row('Initialize mint', (reader) => initializeMint(reader)),
    1: row('Initialize account', (reader) => initialize(reader, reader.account(2))),
    3: row('Transfer', (reader) => {
      const [amount, destination] = [reader.u64(), reader.account(1)]
      const of = { source: reader.account(0), ...authority(reader, 2) }
      return {
        fields: { from: of.source, to: destination, amount, authority: of.signers[0] },
        effects: [{ type: 'transfer', destination, amount, ...of }, ...hooks(reader, 3)],
      }
    }),
    4: row('Approve', (reader) => {
      const [amount, delegate] = [reader.u64(), reader.account(1)]
      const of = { source: reader.account(0), ...authority(reader, 2) }
      return {
        fields: { account: of.source, delegate, amount, owner: of.signers[0] },
        effects: [{ type: 'delegate', delegate, amount, ...of }],
      }
    }),
    5: row('Revoke', (reader) => {
      const of = { source: reader.account(0), ...authority(reader, 1) }
      return { fields: { account: of.source, owner: of.signers[0] }, effects: [{ type: 'revoke', ...of }] }
    }),
    6: row('Set authority', (reader) => {
      const [kind, hasNew] = [reader.u8(), reader.u8()]
      if (hasNew > 1) throw new RangeError('An option is neither absent nor present.')
      const to = hasNew === 1 ? reader.key() : undefined
      const account = reader.account(0)
      const { signers } = authority(reader, 1)
      const what = authorities[kind] ?? 'otherRight'
      return {
        fields: {
          account,
          kind: solanaText(`solana.handsOver.${what}`),
          to: to ?? solanaText('solana.nobody'),
          authority: signers[0],
        },
        effects: [{ type: 'giveAway', what, account, to, signers }],
      }
    }),
    7: row('Mint', (reader) => mintTo(reader, reader.u64())),
    8: row('Burn', (reader) => burn(reader, reader.u64())),
    9: row('Close account', (reader) => {
      const destination = reader.account(1)
      const of = { source: reader.account(0), ...authority(reader, 2) }
      return {
        fields: { account: of.source, to: destination, owner: of.signers[0] },
        effects: [{ type: 'close', destination, ...of }],
      }
    }),
    10: row('Freeze account', (reader) => freeze(reader, 'freeze')),
    11: row('Thaw account', (reader) => freeze(reader, 'unfreeze')),
    12: row('Transfer', (reader) => transferChecked(reader)),
    13: row('Approve', (reader) => {
      const [amount, decimals, delegate] = [reader.u64(), reader.u8(), reader.account(2)]
      const of = { source: reader.account(0), mint: reader.account(1), decimals, ...authority(reader, 3) }
      return {
        fields: { account: of.source, token: of.mint, delegate, amount, decimals, owner: of.signers[0] },
        effects: [{ type: 'delegate', delegate, amount, ...of }],
      }
    }),
    14: row('Mint', (reader) => mintTo(reader, reader.u64(), reader.u8())),
    15: row('Burn', (reader) => burn(reader, reader.u64(), reader.u8())),
    16: row('Initialize account', (reader) => initialize(reader, reader.key())),
    17: row('Update amount of wrapped SOL', (reader) => ({
      fields: { account: reader.account(0) },
      effects: [],
    })),
    18: row('Initialize account', (reader) => initialize(reader, reader.key())),
    20: row('Initialize mint', (reader) => initializeMint(reader)),
    22: row('Initialize immutable owner', (reader) => ({
      fields: { account: reader.account(0) },
      effects: [],
    })),
    26: row('Transfer', (reader) => {
      // Of the instructions about fees, only `TransferCheckedWithFee`.
      if (reader.program !== programs.token2022 || reader.u8() !== 1) throw new RangeError('Not a transfer.')
      const { fields, effects } = transferChecked(reader)
      return { fields: { ...fields, fee: reader.u64() }, effects }
    }),
  },
})

function row(name: string, read: InstructionRow['read']): InstructionRow {
  return { name, read }
}

function transferChecked(reader: InstructionReader): InstructionContent {
  const [amount, decimals, destination] = [reader.u64(), reader.u8(), reader.account(2)]
  const of = { source: reader.account(0), mint: reader.account(1), decimals, ...authority(reader, 3) }
  return {
    fields: {
      from: of.source,
      to: destination,
      token: of.mint,
      amount,
      decimals,
      authority: of.signers[0],
    },
    effects: [{ type: 'transfer', destination, amount, ...of }, ...hooks(reader, 4)],
  }
}

/** The owner and, if it is a shared account, those who sign for it. */
function authority(reader: InstructionReader, index: number): { program: string; signers: string[] } {
  return { program: reader.program, signers: [reader.account(index), ...reader.rest(index + 1)] }
}

/** Further accounts of a transfer of Token-2022 can be those of a program that the token runs with each transfer. */
function hooks({ program, rest }: InstructionReader, index: number): InstructionContent['effects'] {
  const uses = rest(index)
  return program === programs.token2022 && uses.length > 0 ? [{ type: 'unknown', program, uses }] : []
}

function initializeMint(reader: InstructionReader): InstructionContent {
  const [mint, decimals, owner, hasFreeze] = [reader.account(0), reader.u8(), reader.key(), reader.u8()]
  const freeze = hasFreeze === 1 ? reader.key() : undefined
  return { fields: { mint, decimals, authority: owner, freeze }, effects: [] }
}

function initialize(reader: InstructionReader, owner: string): InstructionContent {
  return { fields: { account: reader.account(0), token: reader.account(1), owner }, effects: [] }
}

function mintTo(reader: InstructionReader, amount: bigint, decimals?: number): InstructionContent {
  const [mint, to] = [reader.account(0), reader.account(1)]
  const { signers } = authority(reader, 2)
  return {
    fields: { token: mint, to, amount, decimals, authority: signers[0] },
    effects: [{ type: 'act', change: 'createTokens', account: mint, to, signers }],
  }
}

function burn(reader: InstructionReader, amount: bigint, decimals?: number): InstructionContent {
  const of = { source: reader.account(0), mint: reader.account(1), ...authority(reader, 2) }
  return {
    fields: { account: of.source, token: of.mint, amount, decimals, owner: of.signers[0] },
    effects: [{ type: 'burn', amount, decimals, ...of }],
  }
}

function freeze(reader: InstructionReader, change: 'freeze' | 'unfreeze'): InstructionContent {
  const [account, mint] = [reader.account(0), reader.account(1)]
  const { signers } = authority(reader, 2)
  return {
    fields: { account, token: mint, authority: signers[0] },
    effects: [{ type: 'act', change, account, signers }],
  }
}
