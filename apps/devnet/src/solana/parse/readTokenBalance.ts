import type { LedgerAccount } from '../ledger/createLedger.ts'
import { readMint, readTokenAccount, tokenPrograms } from './readTokenAccount.ts'
import { type TokenAmount, toTokenAmount } from './toTokenAmount.ts'

/** A row of `preTokenBalances` and `postTokenBalances`. */
export interface TokenBalance {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: TokenAmount
}

/** What a token account holds, as a transaction's meta says it; nothing for accounts of other kinds. */
export function readTokenBalance({
  account,
  mint,
}: {
  account: LedgerAccount
  mint: (address: string) => Uint8Array | undefined
}): Omit<TokenBalance, 'accountIndex'> | undefined {
  if (!tokenPrograms.includes(account.owner)) return undefined
  const token = readTokenAccount(account.data)
  const decimals = token && readMint(mint(token.mint) ?? new Uint8Array())?.decimals
  if (!token || decimals === undefined) return undefined
  return {
    mint: token.mint,
    owner: token.owner,
    programId: account.owner,
    uiTokenAmount: toTokenAmount(token.amount, decimals),
  }
}
