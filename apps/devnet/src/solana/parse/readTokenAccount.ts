import { base58 } from '@scure/base'
import { localSolana } from '../localSolana.ts'

export const tokenPrograms: readonly string[] = [localSolana.programs.token, localSolana.programs.token2022]

/** A token account of SPL Token or Token-2022. */
export interface TokenAccount {
  mint: string
  owner: string
  amount: bigint
  delegate: string | undefined
  state: 'uninitialized' | 'initialized' | 'frozen'
  /** Rent-exempt reserve in lamports if the account holds wrapped SOL. */
  nativeReserve: bigint | undefined
  delegatedAmount: bigint
  closeAuthority: string | undefined
}

export interface TokenMint {
  mintAuthority: string | undefined
  supply: bigint
  decimals: number
  isInitialized: boolean
  freezeAuthority: string | undefined
}

const accountBytes = 165
const mintBytes = 82
const states = ['uninitialized', 'initialized', 'frozen'] as const

/** Parses a token account. Returns undefined if the bytes are not one. */
export function readTokenAccount(data: Uint8Array): TokenAccount | undefined {
  if (data.length < accountBytes || (data.length > accountBytes && data[accountBytes] !== 2)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const state = states[data[108] ?? 0]
  if (!state || state === 'uninitialized') return undefined
  return {
    mint: key(data, 0),
    owner: key(data, 32),
    amount: view.getBigUint64(64, true),
    delegate: view.getUint32(72, true) ? key(data, 76) : undefined,
    state,
    nativeReserve: view.getUint32(109, true) ? view.getBigUint64(113, true) : undefined,
    delegatedAmount: view.getBigUint64(121, true),
    closeAuthority: view.getUint32(129, true) ? key(data, 133) : undefined,
  }
}

/** Parses a mint. Returns undefined if the bytes are not one. */
export function readMint(data: Uint8Array): TokenMint | undefined {
  if (data.length !== mintBytes && (data.length <= accountBytes || data[accountBytes] !== 1)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (data[45] !== 1) return undefined
  return {
    mintAuthority: view.getUint32(0, true) ? key(data, 4) : undefined,
    supply: view.getBigUint64(36, true),
    decimals: data[44] ?? 0,
    isInitialized: true,
    freezeAuthority: view.getUint32(46, true) ? key(data, 50) : undefined,
  }
}

function key(data: Uint8Array, at: number): string {
  return base58.encode(data.subarray(at, at + 32))
}
