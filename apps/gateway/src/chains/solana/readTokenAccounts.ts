import type { SolanaClient } from './createSolanaClient.ts'
import { programs } from './programs.ts'
import { type TokenAccount, tokenAccounts } from './solanaSchemas.ts'

/** An owner's balance of one mint, summed over its token accounts. */
export type Held = { mint: string; amount: bigint; decimals: number }

/** Reads the token accounts of an owner, of both token programs. */
export async function readTokenAccounts({
  client,
  owner,
  deadline,
}: {
  client: SolanaClient
  owner: string
  deadline: number
}): Promise<TokenAccount[]> {
  const answers = await Promise.all(
    [programs.token, programs.token2022].map((programId) =>
      client.ask(
        {
          method: 'getTokenAccountsByOwner',
          params: [owner, { programId }, { encoding: 'jsonParsed', commitment: 'confirmed' }],
          schema: tokenAccounts,
        },
        { deadline },
      ),
    ),
  )
  return answers.flatMap(({ value }) => value)
}

/** Returns the accounts with the largest balances in base units. */
export function largestOf(accounts: readonly TokenAccount[], count: number): TokenAccount[] {
  const sizeOf = ({ account }: TokenAccount) => BigInt(account.data.parsed.info.tokenAmount.amount)
  return accounts.toSorted((a, b) => (sizeOf(a) < sizeOf(b) ? 1 : -1)).slice(0, count)
}

/** Sums balances by mint. Leaves out empty accounts, which anyone can open for anyone. */
export function sumByMint(accounts: readonly TokenAccount[]): Held[] {
  const held = new Map<string, Held>()
  for (const { account } of accounts) {
    const { mint, tokenAmount } = account.data.parsed.info
    const amount = BigInt(tokenAmount.amount)
    if (amount === 0n) continue
    const before = held.get(mint)?.amount ?? 0n
    held.set(mint, { mint, amount: before + amount, decimals: tokenAmount.decimals })
  }
  return [...held.values()]
}
