import * as z from 'zod/mini'
import type { RpcUpstreams } from '../../chains/shared/upstreams/RpcUpstreams.ts'
import { createSolanaClient } from '../../chains/solana/createSolanaClient.ts'
import { solanaCoin } from '../../chains/solana/solanaCoin.ts'
import type { FaucetPayer } from './FaucetPayer.ts'

const signature = z.string().check(z.minLength(64), z.maxLength(90))

/** Creates the payer of a Solana network: the airdrop of its nodes. */
export function createSolanaPayer({ upstreams }: { upstreams: RpcUpstreams }): FaucetPayer {
  const client = createSolanaClient({ upstreams })
  return {
    from: undefined,
    decimals: solanaCoin.decimals,
    symbol: solanaCoin.symbol,
    pay: ({ to, amount, deadline }) =>
      client.ask({ method: 'requestAirdrop', params: [to, Number(amount)], schema: signature }, { deadline }),
  }
}
