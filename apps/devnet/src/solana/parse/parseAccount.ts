import { base58 } from '@scure/base'
import type { LedgerAccount } from '../ledger/LedgerAccount.ts'
import { localSolana } from '../localSolana.ts'
import { readExtensions } from './readExtensions.ts'
import { readLookupTable } from './readLookupTable.ts'
import { readMint, readTokenAccount, tokenPrograms } from './readTokenAccount.ts'
import { toTokenAmount } from './toTokenAmount.ts'

/** The `data` field of an account with the encoding `jsonParsed`. */
export interface ParsedAccount {
  program: string
  parsed: { type: string; info: object }
  space: number
}

const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111'

/**
 * Parses accounts of the token programs and lookup tables. Returns undefined for others, which are then encoded as
 * base64, as by other nodes.
 *
 * @param mint returns the data of a mint account
 */
export function parseAccount(
  account: LedgerAccount,
  { mint }: { mint: (address: string) => Uint8Array | undefined },
): ParsedAccount | undefined {
  const { owner, data } = account
  const parsed = tokenPrograms.includes(owner)
    ? parseToken(account, mint)
    : owner === lookupTableProgram
      ? parseLookupTable(data)
      : undefined
  if (!parsed) return undefined
  const program =
    owner === localSolana.programs.token2022
      ? 'spl-token-2022'
      : owner === lookupTableProgram
        ? 'address-lookup-table'
        : 'spl-token'
  return { program, parsed, space: data.length }
}

function parseToken(
  { owner: program, data }: LedgerAccount,
  readMintData: (address: string) => Uint8Array | undefined,
): ParsedAccount['parsed'] | undefined {
  const extensions = program === localSolana.programs.token2022 ? readExtensions(data) : []
  const more = extensions.length > 0 ? { extensions } : {}
  const mint = readMint(data)
  if (mint) {
    const { mintAuthority = null, freezeAuthority = null, supply, decimals, isInitialized } = mint
    const info = { decimals, freezeAuthority, isInitialized, mintAuthority, supply: String(supply), ...more }
    return { type: 'mint', info }
  }
  const token = readTokenAccount(data)
  const decimals = token && readMint(readMintData(token.mint) ?? new Uint8Array())?.decimals
  if (!token || decimals === undefined) return undefined
  const { owner, state, amount, delegate, delegatedAmount, nativeReserve, closeAuthority } = token
  const info = {
    isNative: nativeReserve !== undefined,
    mint: token.mint,
    owner,
    state,
    tokenAmount: toTokenAmount(amount, decimals),
    ...(delegate ? { delegate, delegatedAmount: toTokenAmount(delegatedAmount, decimals) } : {}),
    ...(nativeReserve === undefined ? {} : { rentExemptReserve: toTokenAmount(nativeReserve, decimals) }),
    ...(closeAuthority ? { closeAuthority } : {}),
    ...more,
  }
  return { type: 'account', info }
}

function parseLookupTable(data: Uint8Array): ParsedAccount['parsed'] | undefined {
  if (data.length < 56) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (view.getUint32(0, true) !== 1) return undefined
  const info = {
    addresses: readLookupTable(data),
    ...(data[21] === 1 ? { authority: base58.encode(data.subarray(22, 54)) } : {}),
    deactivationSlot: String(view.getBigUint64(4, true)),
    lastExtendedSlot: String(view.getBigUint64(12, true)),
    lastExtendedSlotStartIndex: data[20],
  }
  return { type: 'lookupTable', info }
}
