import { programs } from '../messages/programs.ts'
import { isTokenProgram } from './isTokenProgram.ts'
import type { AccountState } from './readAccount.ts'

const mintBytes = 82
/** Extensions of a mint begin where those of a token account do, after the account type. */
const tokenAccountBytes = 165
const mintType = 1
/** Numbers of extensions. */
const feeConfig = 1
const nonTransferable = 9
const transferHook = 14
const pausable = 26
/** Bytes that these extensions of a mint add to each of its token accounts: type and length, then the content. */
const addedBytes: Readonly<Record<number, number>> = { [feeConfig]: 12, [transferHook]: 5, [pausable]: 4 }
/** A token account of Token-2022 has an account type, and says that its owner never changes. */
const token2022Bytes = tokenAccountBytes + 1 + 4

/** What Token-2022 withholds from each transfer, from an epoch on. */
export interface TransferFee {
  epoch: bigint
  maximum: bigint
  basisPoints: bigint
}

/** A token. */
export interface Mint {
  /** The token program. */
  program: string
  decimals: number
  /** Whether it can be sent: it is not bound to its owner, and no program of its own runs with each transfer. */
  isTransferable: boolean
  /** The current fee and a later one. */
  fees: readonly [TransferFee, TransferFee] | undefined
  /** The size of its associated token accounts. */
  accountBytes: number
}

/**
 * Parses the bytes of a mint of either token program. Returns undefined for any other account.
 *
 * @see https://github.com/solana-program/token-2022/blob/main/interface/src/extension/mod.rs
 */
export function readMint(account: AccountState | undefined): Mint | undefined {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { data, owner: program } = account
  const isPlain = data.length === mintBytes
  if ((!isPlain && data[tokenAccountBytes] !== mintType) || data[45] !== 1) return undefined
  const extensions = isPlain ? new Map<number, Uint8Array>() : readExtensions(data)
  const hook = extensions.get(transferHook)
  const fees = extensions.get(feeConfig)
  const isToken2022 = program === programs.token2022
  return {
    program,
    decimals: data[44] as number,
    // The program of the hook is the second key; zero if there is none.
    isTransferable: !extensions.has(nonTransferable) && !hook?.subarray(32).some((byte) => byte !== 0),
    fees: fees && [readFee(fees, 72), readFee(fees, 90)],
    accountBytes: isToken2022
      ? [...extensions.keys()].reduce((sum, type) => sum + (addedBytes[type] ?? 0), token2022Bytes)
      : tokenAccountBytes,
  }
}

/** Reads the list of extensions, each with its number and length in two bytes. What is cut off is left out. */
function readExtensions(data: Uint8Array): Map<number, Uint8Array> {
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  const extensions = new Map<number, Uint8Array>()
  for (let next = tokenAccountBytes + 1; next + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(next, true), view.getUint16(next + 2, true)]
    if (type === 0) break
    extensions.set(type, data.slice(next + 4, next + 4 + length))
    next += 4 + length
  }
  return extensions
}

function readFee(config: Uint8Array, offset: number): TransferFee {
  // Padded: the node may have cut it off.
  const bytes = new Uint8Array(108)
  bytes.set(config.subarray(0, 108))
  const view = new DataView(bytes.buffer)
  return {
    epoch: view.getBigUint64(offset, true),
    maximum: view.getBigUint64(offset + 8, true),
    basisPoints: BigInt(view.getUint16(offset + 16, true)),
  }
}
