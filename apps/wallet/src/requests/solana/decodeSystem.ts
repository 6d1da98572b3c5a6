import {
  createInstructionDecoder,
  type InstructionReader,
  type InstructionRow,
} from './createInstructionDecoder.ts'

/** Decodes the instructions of the System program, which moves SOL and assigns accounts to programs. */
export const decodeSystem = createInstructionDecoder({
  title: 'System',
  readNumber: (reader) => reader.u32(),
  rows: {
    0: row('Create account', (reader) => {
      const [lamports, space, owner] = [reader.u64(), reader.u64(), reader.key()]
      return create(reader, { lamports, space, owner, signers: [reader.account(1)] })
    }),
    1: row('Assign account', (reader) => {
      const [account, to] = [reader.account(0), reader.key()]
      return { fields: { account, program: to }, effects: [assign(account, to, [account])] }
    }),
    2: row('Transfer', (reader) => {
      const lamports = reader.u64()
      const [from, to] = [reader.account(0), reader.account(1)]
      return { fields: { from, to, lamports }, effects: [{ type: 'pay', from, to, lamports }] }
    }),
    3: row('Create account with seed', (reader) => {
      const base = reader.key()
      const seed = readText(reader)
      const [lamports, space, owner] = [reader.u64(), reader.u64(), reader.key()]
      const { fields, effects } = create(reader, { lamports, space, owner, signers: [] })
      return { fields: { ...fields, base, seed }, effects }
    }),
    4: row('Advance nonce', (reader) => {
      const [nonce, authority] = [reader.account(0), reader.account(2)]
      return { fields: { nonce, authority }, effects: [] }
    }),
    5: row('Withdraw from nonce account', (reader) => {
      const lamports = reader.u64()
      const [from, to, authority] = [reader.account(0), reader.account(1), reader.account(4)]
      return {
        fields: { from, to, lamports, authority },
        effects: [
          { type: 'pay', from, to, lamports },
          { type: 'act', change: 'withdrawNonce', account: from, to, signers: [authority] },
        ],
      }
    }),
    6: row('Initialize nonce account', (reader) => {
      const [account, authority] = [reader.account(0), reader.key()]
      return { fields: { account, authority }, effects: [] }
    }),
    7: row('Change authority of nonce account', (reader) => {
      const [account, authority, to] = [reader.account(0), reader.account(1), reader.key()]
      return {
        fields: { account, authority, to },
        effects: [{ type: 'giveAway', what: 'nonceAccount', account, to, signers: [authority] }],
      }
    }),
    8: row('Allocate', (reader) => {
      const [account, space] = [reader.account(0), reader.u64()]
      // An account with data can no longer send SOL with the System program.
      return { fields: { account, space }, effects: [assign(account, undefined, [account])] }
    }),
    9: row('Allocate with seed', (reader) => {
      const base = reader.key()
      const seed = readText(reader)
      const [space, to] = [reader.u64(), reader.key()]
      const account = reader.account(0)
      return { fields: { account, base, seed, space, program: to }, effects: [assign(account, to, [base])] }
    }),
    10: row('Assign with seed', (reader) => {
      const base = reader.key()
      const seed = readText(reader)
      const [to, account] = [reader.key(), reader.account(0)]
      return { fields: { account, base, seed, program: to }, effects: [assign(account, to, [base])] }
    }),
    11: row('Transfer with seed', (reader) => {
      const lamports = reader.u64()
      const seed = readText(reader)
      const owner = reader.key()
      const [from, base, to] = [reader.account(0), reader.account(1), reader.account(2)]
      return {
        fields: { from, base, to, lamports, seed, owner },
        effects: [
          { type: 'pay', from, to, lamports },
          { type: 'act', change: 'takeCoins', account: from, to, signers: [base] },
        ],
      }
    }),
    12: row('Upgrade nonce account', (reader) => ({ fields: { account: reader.account(0) }, effects: [] })),
  },
})

function row(name: string, read: InstructionRow['read']): InstructionRow {
  return { name, read }
}

function create(
  reader: InstructionReader,
  { lamports, space, owner, signers }: { lamports: bigint; space: bigint; owner: string; signers: string[] },
): ReturnType<InstructionRow['read']> {
  const [from, account] = [reader.account(0), reader.account(1)]
  return {
    fields: { from, account, lamports, space, program: owner },
    effects: [
      { type: 'pay', from, to: account, lamports },
      // Creating an account assigns it: an empty account that signs is handed to the program.
      ...(signers.length > 0 ? [assign(account, owner, signers)] : []),
    ],
  }
}

function assign(account: string, to: string | undefined, signers: string[]) {
  return { type: 'giveAway', what: 'account', account, to, signers } as const
}

/** Reads a text with a length of 8 bytes. Seeds have at most 32 bytes. */
function readText(reader: InstructionReader): string {
  const length = reader.u64()
  if (length > 32n) throw new RangeError('The seed is too long.')
  return new TextDecoder().decode(reader.take(Number(length)))
}
