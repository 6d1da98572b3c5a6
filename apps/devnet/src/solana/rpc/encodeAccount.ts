import { zstdCompressSync } from 'node:zlib'
import { base58, base64 } from '@scure/base'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { LedgerAccount } from '../ledger/LedgerAccount.ts'
import { type ParsedAccount, parseAccount } from '../parse/parseAccount.ts'

export interface AccountEncoding {
  encoding?: 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed' | 'binary' | null | undefined
  dataSlice?: { offset: number; length: number } | null | undefined
}

export interface EncodedAccount {
  data: string | [string, string] | ParsedAccount
  executable: boolean
  lamports: bigint
  owner: string
  rentEpoch: bigint
  space: number
}

const maxBase58Bytes = 128

/** Encodes an account for a JSON-RPC response. */
export function encodeAccount(
  account: LedgerAccount,
  { encoding, dataSlice }: AccountEncoding,
  { mint }: { mint: (address: string) => Uint8Array | undefined },
): EncodedAccount {
  const parsed = encoding === 'jsonParsed' ? parseAccount(account, { mint }) : undefined
  return {
    data: parsed ?? encodeBytes(account.data, encoding ?? 'binary', dataSlice ?? undefined),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.owner,
    // The maximum value: every account is rent-exempt.
    rentEpoch: 2n ** 64n - 1n,
    space: account.data.length,
  }
}

function encodeBytes(
  data: Uint8Array,
  encoding: NonNullable<AccountEncoding['encoding']>,
  slice: { offset: number; length: number } | undefined,
): string | [string, string] {
  const bytes = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data
  if (encoding === 'base64+zstd')
    return [base64.encode(new Uint8Array(zstdCompressSync(bytes))), 'base64+zstd']
  if (encoding !== 'base58' && encoding !== 'binary') return [base64.encode(bytes), 'base64']
  if (bytes.length > maxBase58Bytes)
    throw new JsonRpcError(
      -32600,
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  return encoding === 'binary' ? base58.encode(bytes) : [base58.encode(bytes), 'base58']
}
