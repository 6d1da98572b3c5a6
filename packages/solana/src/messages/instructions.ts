import type { AccountUse, Instruction } from './Instruction.ts'
import { programs } from './programs.ts'

const signer = (address: string): AccountUse => ({ address, isSigner: true })
const writable = (address: string): AccountUse => ({ address, isWritable: true })
const readonly = (address: string): AccountUse => ({ address })
const payer = (address: string): AccountUse => ({ address, isSigner: true, isWritable: true })

/** A transfer between two token accounts of a mint. */
export interface TokenTransfer {
  program: string
  source: string
  mint: string
  destination: string
  owner: string
  amount: bigint
  decimals: number
  /** What Token-2022 must withhold from the amount. The chain refuses any other fee. */
  fee?: bigint | undefined
}

/** The instructions that are written here, in the binary format of their programs. Integers are little-endian. */
export const instructions = {
  /** `Transfer` of the system program. */
  sendCoin: ({ from, to, amount }: { from: string; to: string; amount: bigint }): Instruction => ({
    program: programs.system,
    accounts: [payer(from), writable(to)],
    data: Uint8Array.from([2, 0, 0, 0, ...encodeU64(amount)]),
  }),
  /** `TransferChecked` of both token programs, or `TransferCheckedWithFee` of Token-2022. */
  sendToken: ({ program, source, mint, destination, owner, ...of }: TokenTransfer): Instruction => ({
    program,
    accounts: [writable(source), readonly(mint), writable(destination), signer(owner)],
    data: Uint8Array.from([
      ...(of.fee === undefined ? [12] : [26, 1]),
      ...encodeU64(of.amount),
      of.decimals,
      ...(of.fee === undefined ? [] : encodeU64(of.fee)),
    ]),
  }),
  /** `CreateIdempotent`: opens the owner's associated token account, unless it is open. */
  openTokenAccount: (of: {
    payer: string
    account: string
    owner: string
    mint: string
    program: string
  }): Instruction => ({
    program: programs.associatedToken,
    accounts: [
      payer(of.payer),
      writable(of.account),
      ...[of.owner, of.mint, programs.system, of.program].map(readonly),
    ],
    data: Uint8Array.of(1),
  }),
  /** `SetComputeUnitLimit`. */
  limitUnits: (units: number): Instruction => ({
    program: programs.computeBudget,
    accounts: [],
    data: Uint8Array.from([2, ...encodeU64(BigInt(units)).slice(0, 4)]),
  }),
  /** `SetComputeUnitPrice`, in millionths of a lamport. */
  priceUnits: (price: bigint): Instruction => ({
    program: programs.computeBudget,
    accounts: [],
    data: Uint8Array.from([3, ...encodeU64(price)]),
  }),
  memo: (text: string): Instruction => ({
    program: programs.memo,
    accounts: [],
    data: new TextEncoder().encode(text),
  }),
}

function encodeU64(value: bigint): number[] {
  return [...new Uint8Array(BigUint64Array.of(value).buffer)]
}
