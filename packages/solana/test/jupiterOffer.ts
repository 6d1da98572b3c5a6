import { base58, base64 } from '@scure/base'
import { type Address, getProgramDerivedAddress } from '@solana/kit'
import { findAssociatedTokenPda } from '@solana-program/token'

export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'
export const eventAuthority = 'D8cy77BBepLMngZx6ZukaTff5hCt1HrWyKk3Hnd9oitf'
export const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const wrappedMint = 'So11111111111111111111111111111111111111112'

/** What the gateway passes on of an answer of Jupiter. */
export interface JupiterDocument {
  swapInstruction: {
    programId: string
    accounts: { pubkey: string; isSigner: boolean; isWritable: boolean }[]
    data: string
  }
  lookupTables: string[]
}

/** Numbers of Jupiter's instructions: the first bytes of SHA-256 of `global:` and the name. */
export const discriminators = {
  route: [229, 23, 203, 151, 122, 227, 173, 42],
  shared_accounts_route: [193, 32, 155, 51, 65, 214, 156, 129],
  exact_out_route: [208, 51, 239, 151, 123, 43, 237, 92],
  route_v2: [187, 100, 250, 204, 49, 196, 175, 20],
  shared_accounts_route_v2: [209, 152, 83, 147, 124, 254, 216, 233],
  shared_accounts_exact_out_route_v2: [53, 96, 229, 202, 216, 187, 250, 24],
} as const

export async function tokenAccountOf(owner: string, mint: string, program = tokenProgram): Promise<string> {
  const [address] = await findAssociatedTokenPda({
    owner: owner as Address,
    mint: mint as Address,
    tokenProgram: program as Address,
  })
  return address
}

export async function programAuthorityOf(id: number): Promise<string> {
  const [address] = await getProgramDerivedAddress({
    programAddress: jupiterProgram as Address,
    seeds: ['authority', Uint8Array.of(id)],
  })
  return address
}

const u16 = (value: number) => [value & 255, value >> 8]
const u64 = (value: bigint) => [...new Uint8Array(BigUint64Array.of(value).buffer)]

/** Writes the data of `shared_accounts_route_v2` by the published layout, with a route of one step over Whirlpool. */
export function writeJupiterData({
  id = 3,
  amount,
  quoted,
  slippageBps,
  fee = 0,
  surplusFee = 0,
}: {
  id?: number
  amount: bigint
  quoted: bigint
  slippageBps: number
  fee?: number
  surplusFee?: number
}): Uint8Array {
  const step = [17, 1, ...u16(10_000), 0, 1]
  return Uint8Array.from([
    ...discriminators.shared_accounts_route_v2,
    ...[id, ...u64(amount), ...u64(quoted), ...u16(slippageBps), ...u16(fee), ...u16(surplusFee)],
    ...[1, 0, 0, 0, ...step],
  ])
}

/** Addresses of accounts of a pool, and of others. */
export const keyOf = (kind: number, index = 0) =>
  base58.encode(new Uint8Array(32).fill(kind).fill(index, 30, 31))

/** The accounts that the program passes on to the exchange of the route. */
export const poolAccounts = Array.from({ length: 11 }, (_, index) => keyOf(60, index))

/** Writes what an honest Jupiter returns for a swap of two mints. */
export async function writeJupiterOffer({
  account,
  from,
  to,
  fromProgram = tokenProgram,
  toProgram = tokenProgram,
  lookupTables,
  id = 3,
  ...numbers
}: {
  account: string
  from: string
  to: string
  fromProgram?: string
  toProgram?: string
  lookupTables: string[]
} & Parameters<typeof writeJupiterData>[0]): Promise<JupiterDocument> {
  const authority = await programAuthorityOf(id)
  const use = (pubkey: string, isWritable = false, isSigner = false) => ({ pubkey, isSigner, isWritable })
  return {
    swapInstruction: {
      programId: jupiterProgram,
      accounts: [
        use(authority),
        use(account, false, true),
        use(await tokenAccountOf(account, from, fromProgram), true),
        use(await tokenAccountOf(authority, from, fromProgram), true),
        use(await tokenAccountOf(authority, to, toProgram), true),
        use(await tokenAccountOf(account, to, toProgram), true),
        ...[from, to, fromProgram, toProgram, eventAuthority, jupiterProgram].map((one) => use(one)),
        ...poolAccounts.map((one, index) => use(one, index % 2 === 0)),
      ],
      data: base64.encode(writeJupiterData({ id, ...numbers })),
    },
    lookupTables,
  }
}

export const toData = (document: unknown): string =>
  base64.encode(new TextEncoder().encode(JSON.stringify(document)))
