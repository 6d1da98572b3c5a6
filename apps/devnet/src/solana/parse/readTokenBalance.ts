import type { LedgerAccount } from '../ledger/LedgerAccount.ts'
import { readMint, readTokenAccount, tokenPrograms } from './readTokenAccount.ts'
import { type TokenAmount, toTokenAmount } from './toTokenAmount.ts'

/** An entry of `preTokenBalances` and `postTokenBalances`. */
export interface TokenBalance {
  accountIndex: number
  mint: string
  owner: string
  programId: string
  uiTokenAmount: TokenAmount
}

/** Returns the balance of a token account in the form of a transaction's meta. Returns undefined for other accounts. */
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
