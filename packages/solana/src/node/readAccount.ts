import { readProperty } from '@portico/protocol'
import { base64 } from '@scure/base'
import { base58Bytes } from '../parsing/bytes.ts'

/** An account of the network. */
export interface AccountState {
  /** The program that it belongs to. */
  owner: string
  lamports: bigint
  isProgram: boolean
  data: Uint8Array
}

/** Parses an account in `base64` encoding. Returns undefined if it is malformed. Never throws. */
export function readAccount(value: unknown): AccountState | undefined {
  const [owner, lamports] = [readProperty(value, 'owner'), readProperty(value, 'lamports')]
  const encoded = readProperty(readProperty(value, 'data'), '0')
  if (!base58Bytes(owner, 32) || !Number.isInteger(lamports) || (lamports as number) < 0) return undefined
  if (typeof encoded !== 'string') return undefined
  try {
    return {
      owner: owner as string,
      lamports: BigInt(lamports as number),
      isProgram: readProperty(value, 'executable') === true,
      data: base64.decode(encoded),
    }
  } catch {
    // A character outside the alphabet.
    return undefined
  }
}
