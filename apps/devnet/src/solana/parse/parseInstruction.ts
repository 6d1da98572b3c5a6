import { base58 } from '@scure/base'
import { localSolana } from '../localSolana.ts'
import { toTokenAmount } from './toTokenAmount.ts'

/** An instruction with the encoding `jsonParsed`. */
export interface ParsedInstruction {
  program: string
  programId: string
  parsed: string | { type: string; info: object }
}

interface Bytes {
  u8(): number
  u32(): number
  u64(): bigint
  key(): string
  optionalKey(): string | null
}

type Reader = (read: Bytes, accounts: string[]) => [type: string, info: object]

const { programs } = localSolana

// Indexed by the first four bytes of the data.
const system: Record<number, Reader> = {
  0: (read, [source, newAccount]) => [
    'createAccount',
    { source, newAccount, lamports: read.u64(), space: read.u64(), owner: read.key() },
  ],
  1: (read, [account]) => ['assign', { account, owner: read.key() }],
  2: (read, [source, destination]) => ['transfer', { source, destination, lamports: read.u64() }],
  8: (read, [account]) => ['allocate', { account, space: read.u64() }],
}

const authorityTypes = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']
const amount = (read: Bytes): string => String(read.u64())
const tokenAmount = (read: Bytes): object => {
  const value = read.u64()
  return toTokenAmount(value, read.u8())
}

// Indexed by the first byte of the data. The signing authority follows the accounts that it acts on.
const token: Record<number, Reader> = {
  0: (read, [mint, rentSysvar]) => ['initializeMint', { ...initializedMint(read, mint), rentSysvar }],
  1: (_read, [account, mint, owner, rentSysvar]) => [
    'initializeAccount',
    { account, mint, owner, rentSysvar },
  ],
  3: (read, [source, destination, authority]) => [
    'transfer',
    { source, destination, amount: amount(read), authority },
  ],
  4: (read, [source, delegate, owner]) => ['approve', { source, delegate, amount: amount(read), owner }],
  5: (_read, [source, owner]) => ['revoke', { source, owner }],
  6: (read, [account, authority]) => {
    const authorityType = authorityTypes[read.u8()] ?? 'unknown'
    const subject = ['mintTokens', 'freezeAccount'].includes(authorityType) ? 'mint' : 'account'
    return [
      'setAuthority',
      { [subject]: account, authorityType, newAuthority: read.optionalKey(), authority },
    ]
  },
  7: (read, [mint, account, mintAuthority]) => [
    'mintTo',
    { mint, account, amount: amount(read), mintAuthority },
  ],
  8: (read, [account, mint, authority]) => ['burn', { account, mint, amount: amount(read), authority }],
  9: (_read, [account, destination, owner]) => ['closeAccount', { account, destination, owner }],
  10: (_read, [account, mint, freezeAuthority]) => ['freezeAccount', { account, mint, freezeAuthority }],
  11: (_read, [account, mint, freezeAuthority]) => ['thawAccount', { account, mint, freezeAuthority }],
  12: (read, [source, mint, destination, authority]) => [
    'transferChecked',
    { source, mint, destination, tokenAmount: tokenAmount(read), authority },
  ],
  13: (read, [source, mint, delegate, owner]) => [
    'approveChecked',
    { source, mint, delegate, tokenAmount: tokenAmount(read), owner },
  ],
  14: (read, [mint, account, mintAuthority]) => [
    'mintToChecked',
    { mint, account, tokenAmount: tokenAmount(read), mintAuthority },
  ],
  15: (read, [account, mint, authority]) => [
    'burnChecked',
    { account, mint, tokenAmount: tokenAmount(read), authority },
  ],
  17: (_read, [account]) => ['syncNative', { account }],
  18: (read, [account, mint]) => ['initializeAccount3', { account, mint, owner: read.key() }],
  20: (read, [mint]) => ['initializeMint2', initializedMint(read, mint)],
  21: (_read, [mint]) => ['getAccountDataSize', { mint }],
  22: (_read, [account]) => ['initializeImmutableOwner', { account }],
}

const associated: Record<number, string> = { 0: 'create', 1: 'createIdempotent' }

/**
 * Parses instructions of the system, token, associated token and memo programs. Returns undefined for other programs
 * and for malformed data.
 */
export function parseInstruction({
  programId,
  accounts,
  data,
}: {
  programId: string
  accounts: string[]
  data: Uint8Array
}): ParsedInstruction | undefined {
  if (programId === programs.memo)
    return { program: 'spl-memo', programId, parsed: new TextDecoder().decode(data) }
  if (programId === programs.associatedToken) {
    const type = associated[data[0] ?? 0]
    const [source, account, wallet, mint, systemProgram, tokenProgram] = accounts
    const info = { source, account, wallet, mint, systemProgram, tokenProgram }
    return type ? { program: 'spl-associated-token-account', programId, parsed: { type, info } } : undefined
  }
  const isSystem = programId === programs.system
  const isToken = programId === programs.token || programId === programs.token2022
  if (!isSystem && !isToken) return undefined
  try {
    const bytes = readBytes(data)
    const reader = isSystem ? system[bytes.u32()] : token[bytes.u8()]
    if (!reader) return undefined
    const [type, info] = reader(bytes, accounts)
    const program = isSystem ? 'system' : programId === programs.token ? 'spl-token' : 'spl-token-2022'
    return { program, programId, parsed: { type, info } }
  } catch {
    return undefined // truncated data is returned unparsed, as by other nodes
  }
}

function initializedMint(read: Bytes, mint: string | undefined): object {
  const decimals = read.u8()
  const mintAuthority = read.key()
  const freezeAuthority = read.optionalKey()
  return { mint, decimals, mintAuthority, ...(freezeAuthority ? { freezeAuthority } : {}) }
}

function readBytes(data: Uint8Array): Bytes {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let at = 0
  const step = (bytes: number): number => {
    at += bytes
    return at - bytes
  }
  const bytes: Bytes = {
    u8: () => view.getUint8(step(1)),
    u32: () => view.getUint32(step(4), true),
    u64: () => view.getBigUint64(step(8), true),
    key() {
      const from = step(32)
      if (at > data.length) throw new RangeError('data too short for a key')
      return base58.encode(data.subarray(from, at))
    },
    optionalKey: () => (bytes.u8() === 1 ? bytes.key() : null),
  }
  return bytes
}
