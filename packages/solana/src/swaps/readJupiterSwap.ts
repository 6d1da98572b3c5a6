/*
 * The two instructions of Jupiter's program that its API `/swap/v2/build` returns: `route_v2` and `shared_accounts_route_v2`.
 * Data: discriminator of 8 bytes; for the second one byte for the authority; then the amount, the quoted amount (u64), the slippage,
 * the platform's fee and its share of a better price (u16, in hundredths of a percent), and the route. The program refuses to return
 * less than the quoted amount less the slippage.
 *
 * https://dev.jup.ag/docs/swap/build, and the program's IDL on the network
 */
import type { Instruction } from '../messages/Instruction.ts'

export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
const eventAuthority = 'D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf'
const headerBytes = 22

/** Where what is in an instruction: positions of accounts, and of the amounts in the data. */
const kinds: Readonly<Record<string, { offset: number; accounts: readonly (keyof JupiterAccounts)[] }>> = {
  bb64facc31c4af14: {
    offset: 8,
    accounts: [
      ...(['owner', 'source', 'destination', 'sourceMint', 'destinationMint'] as const),
      ...(['sourceProgram', 'destinationProgram', 'otherDestination', 'events', 'program'] as const),
    ],
  },
  d19853937cfed8e9: {
    offset: 9,
    accounts: [
      ...(['any', 'owner', 'source', 'any', 'any', 'destination', 'sourceMint', 'destinationMint'] as const),
      ...(['sourceProgram', 'destinationProgram', 'events', 'program'] as const),
    ],
  },
}

/** The accounts of a swap, and those that are always the same. */
export interface JupiterAccounts {
  owner: string
  source: string
  destination: string
  sourceMint: string
  destinationMint: string
  sourceProgram: string
  destinationProgram: string
  /** Jupiter's own accounts of a shared route. */
  any?: undefined
  otherDestination?: undefined
  events?: undefined
  program?: undefined
}

/**
 * Returns the least that an instruction of Jupiter lets arrive at the account's own token account, in base units. Returns undefined if it
 * is not a swap of exactly this amount between these accounts, without a fee for anybody.
 */
export function readJupiterSwap(
  { program, accounts, data }: Instruction,
  { amount, ...expected }: JupiterAccounts & { amount: bigint },
): bigint | undefined {
  if (program !== jupiterProgram) return undefined
  const name = Array.from(data.subarray(0, 8), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  if (!kind || data.length < kind.offset + headerBytes + 4) return undefined
  const always: Partial<Record<keyof JupiterAccounts, string>> = {
    // An optional account that is left out is the program itself.
    otherDestination: jupiterProgram,
    events: eventAuthority,
    program: jupiterProgram,
  }
  const isExpected = kind.accounts.every((role, index) => {
    const address = accounts[index]?.address
    return role === 'any' ? address !== undefined : address === (always[role] ?? expected[role])
  })
  // Nobody but the account signs.
  if (!isExpected || accounts.some(({ address, isSigner }) => isSigner && address !== expected.owner))
    return undefined
  const view = new DataView(data.buffer, data.byteOffset + kind.offset, headerBytes)
  const quoted = view.getBigUint64(8, true)
  const slippage = BigInt(view.getUint16(16, true))
  const hasFee = view.getUint16(18, true) !== 0 || view.getUint16(20, true) !== 0
  if (view.getBigUint64(0, true) !== amount || hasFee || slippage > 10_000n) return undefined
  return (quoted * (10_000n - slippage)) / 10_000n
}
