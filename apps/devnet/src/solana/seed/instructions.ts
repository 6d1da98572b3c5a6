import { base58 } from '@scure/base'
import { AccountRole, type Address, getProgramDerivedAddress, type Instruction } from '@solana/kit'
import { type LocalSolanaNft, type LocalSolanaToken, localSolana } from '../localSolana.ts'

const { programs } = localSolana

const key = (address: string): Uint8Array => base58.decode(address)
const u32 = (value: number): Uint8Array => new Uint8Array(new Uint32Array([value]).buffer)
const u64 = (value: bigint): Uint8Array => new Uint8Array(new BigUint64Array([value]).buffer)
const text = (value: string): Uint8Array => {
  const bytes = new TextEncoder().encode(value)
  return Uint8Array.from([...u32(bytes.length), ...bytes])
}
const instruction = (
  program: string,
  accounts: [address: string, role: AccountRole][],
  ...data: (number | Uint8Array)[]
): Instruction => ({
  programAddress: program as Address,
  accounts: accounts.map(([address, role]) => ({ address: address as Address, role })),
  data: Uint8Array.from(data.flatMap((part) => (typeof part === 'number' ? [part] : [...part]))),
})

const { READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER } = AccountRole
/** sha256('spl_token_metadata_interface:initialize_account'), first eight bytes. */
const initializeMetadata = [210, 225, 30, 162, 88, 184, 77, 141]

/** The instructions of the seed and the faucet, in the binary format of their programs. */
export const instructions = {
  transferSol: (from: string, to: string, lamports: bigint) =>
    instruction(
      programs.system,
      [
        [from, WRITABLE_SIGNER],
        [to, WRITABLE],
      ],
      u32(2),
      u64(lamports),
    ),
  createAccount: (payer: string, account: string, lamports: bigint, space: number, owner: string) =>
    instruction(
      programs.system,
      [
        [payer, WRITABLE_SIGNER],
        [account, WRITABLE_SIGNER],
      ],
      u32(0),
      u64(lamports),
      u64(BigInt(space)),
      key(owner),
    ),
  initializeMint: (program: string, mint: string, decimals: number, authority: string) =>
    instruction(program, [[mint, WRITABLE]], 20, decimals, key(authority), 0),
  pointToMetadata: (mint: string, authority: string) =>
    instruction(programs.token2022, [[mint, WRITABLE]], 39, 0, key(authority), key(mint)),
  describeToken: ({ mint, name, symbol }: LocalSolanaToken, authority: string) =>
    instruction(
      programs.token2022,
      [
        [mint, WRITABLE],
        [authority, READONLY],
        [mint, READONLY],
        [authority, READONLY_SIGNER],
      ],
      Uint8Array.from(initializeMetadata),
      text(name),
      text(symbol),
      text(''),
    ),
  openTokenAccount: async (payer: string, owner: string, mint: string, program: string) =>
    instruction(
      programs.associatedToken,
      [
        [payer, WRITABLE_SIGNER],
        [await associatedAddress(owner, mint, program), WRITABLE],
        [owner, READONLY],
        [mint, READONLY],
        [programs.system, READONLY],
        [program, READONLY],
      ],
      1,
    ),
  mintTo: (program: string, mint: string, account: string, authority: string, amount: bigint) =>
    instruction(
      program,
      [
        [mint, WRITABLE],
        [account, WRITABLE],
        [authority, READONLY_SIGNER],
      ],
      7,
      u64(amount),
    ),
  transferToken: (
    { mint, program, decimals }: Pick<LocalSolanaToken, 'mint' | 'program' | 'decimals'>,
    { from, to, owner, amount }: { from: string; to: string; owner: string; amount: bigint },
  ) =>
    instruction(
      program,
      [
        [from, WRITABLE],
        [mint, READONLY],
        [to, WRITABLE],
        [owner, READONLY_SIGNER],
      ],
      12,
      u64(amount),
      decimals,
    ),
  /** Transfers the mint authority to the edition permanently, which makes an NFT unique. */
  closeEdition: ({ mint, edition }: LocalSolanaNft, authority: string) =>
    instruction(
      programs.token,
      [
        [mint, WRITABLE],
        [authority, READONLY_SIGNER],
      ],
      6,
      0,
      1,
      key(edition),
    ),
  memo: (words: string, signer: string) =>
    instruction(programs.memo, [[signer, READONLY_SIGNER]], new TextEncoder().encode(words)),
  /** Makes the signatures of two equal transfers of the faucet within a slot differ. */
  limitUnits: (units: number) =>
    instruction('ComputeBudget111111111111111111111111111111', [], 2, u32(units)),
}

/** Returns the address of a wallet's associated token account. */
export async function associatedAddress(owner: string, mint: string, program: string): Promise<string> {
  const [address] = await getProgramDerivedAddress({
    programAddress: programs.associatedToken as Address,
    seeds: [key(owner), key(program), key(mint)],
  })
  return address
}
