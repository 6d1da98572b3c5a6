import type { AccountState } from '../../modules/stream/AccountState.ts'
import { top } from '../createPageReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { readSignatures } from './readSignatures.ts'
import { largestOf, readTokenAccounts, sumByMint } from './readTokenAccounts.ts'
import { inContext, lamports, latestBlockhash } from './solanaSchemas.ts'

const told = 20
/** Those an account holds the most in. */
const maxTokenAccounts = 10

/** What an account has and did last. */
export async function readSolanaState({
  client,
  account,
  deadline,
}: {
  client: SolanaClient
  account: string
  deadline: number
}): Promise<AccountState> {
  const commitment = 'confirmed'
  const [newest, balance, accounts] = await Promise.all([
    client.ask(
      { method: 'getLatestBlockhash', params: [{ commitment }], schema: latestBlockhash },
      { deadline },
    ),
    client.ask(
      { method: 'getBalance', params: [account, { commitment }], schema: inContext(lamports) },
      { deadline },
    ),
    readTokenAccounts({ client, owner: account, deadline }),
  ])
  const addresses = [account, ...largestOf(accounts, maxTokenAccounts).map(({ pubkey }) => pubkey)]
  const { rows } = await readSignatures({ client, addresses, place: top, limit: told, deadline })
  return {
    block: { number: newest.context.slot, hash: newest.value.blockhash },
    holdings: new Map([
      [`${client.id}/slip44:501`, { amount: balance.value, decimals: 9 }],
      ...sumByMint(accounts).map(({ mint, ...held }) => [`${client.id}/token:${mint}`, held] as const),
    ]),
    // The row names no block: the slot stands for it.
    transactions: rows.map(({ signature, slot, err }) => ({
      hash: signature,
      failed: err !== null && err !== undefined,
      block: { number: slot, hash: String(slot) },
    })),
  }
}
