import type { AccountState } from '../shared/AccountState.ts'
import { listStart } from '../shared/activity/createPageReader.ts'
import type { SolanaClient } from './createSolanaClient.ts'
import { readSignatures } from './readSignatures.ts'
import { largestOf, readTokenAccounts, sumByMint } from './readTokenAccounts.ts'
import { inContext, lamports, latestBlockhash } from './solanaSchemas.ts'

const maxTransactions = 20
/** The number of token accounts followed, those with the largest balances. */
const maxTokenAccounts = 10

/** Reads the balances and latest transactions of an account. */
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
  const { rows } = await readSignatures({
    client,
    addresses,
    position: listStart,
    limit: maxTransactions,
    deadline,
  })
  return {
    block: { number: newest.context.slot, hash: newest.value.blockhash },
    holdings: new Map([
      [`${client.id}/slip44:501`, { amount: balance.value, decimals: 9 }],
      ...sumByMint(accounts).map(({ mint, ...held }) => [`${client.id}/token:${mint}`, held] as const),
    ]),
    // Signature rows have no block hash: the slot takes its place.
    transactions: rows.map(({ signature, slot, err }) => ({
      hash: signature,
      failed: err !== null && err !== undefined,
      block: { number: slot, hash: String(slot) },
    })),
  }
}
