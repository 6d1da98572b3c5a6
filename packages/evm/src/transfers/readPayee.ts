import type { RpcClient, Transfer } from '@portico/core'
import { readDecimals } from './readDecimals.ts'

/** The code of an account that has delegated to a contract (EIP-7702) starts with it. The account can still send. */
const delegation = '0xef0100'

/**
 * Reads what the recipient of a transfer is. `token`: the contract of the token or NFT that is sent, or any contract that answers
 * `decimals()` as a token does. What is sent there can hardly ever be taken out again.
 */
export async function readPayee(
  client: RpcClient,
  { to, token, nft }: Transfer,
): Promise<'account' | 'contract' | 'token'> {
  const payee = to.toLowerCase()
  if (payee === token?.toLowerCase() || payee === nft?.contract.toLowerCase()) return 'token'
  const code = `${await client.request({ method: 'eth_getCode', params: [to, 'latest'] })}`.toLowerCase()
  if (code === '0x' || code.startsWith(delegation)) return 'account'
  return (await readDecimals(client, to)) === undefined ? 'contract' : 'token'
}
