import type { SolanaProvider } from '@portico/solana'
import { base58 } from '@scure/base'
import type { ConnectedWallet, WalletRequests } from './ConnectedWallet.ts'
import { createSolTransfer } from './createSolTransfer.ts'

/** Account 1 of the test mnemonic; its key is public. */
const recipient = 'AqynRZwvVqUPRwRJXvm6odUb3t93fDjnWe3p6BeuUFxD'
const hundredthOfSol = 10_000_000n

type Wallet = ConnectedWallet<SolanaProvider>

/** Requests to a Solana wallet. */
export const requests = {
  async signMessage({ provider }: Wallet): Promise<string> {
    const signature = await provider.signMessage(new TextEncoder().encode('Hello from the Portico demo.'))
    return `Signed: ${base58.encode(signature)}`
  },

  async sendTransaction({ provider, address, network }: Wallet): Promise<string> {
    const { value } = await requestRpc<{ value: { blockhash: string } }>(network, 'getLatestBlockhash')
    const transfer = createSolTransfer({
      ...{ from: address, to: recipient, lamports: hundredthOfSol },
      blockhash: value.blockhash,
    })
    return `Sent: ${await provider.signAndSendTransaction(transfer)}`
  },

  async readBlockNumber({ network }: Wallet): Promise<string> {
    return `Slot ${await requestRpc<number>(network, 'getSlot')}`
  },
} satisfies WalletRequests<SolanaProvider>

/** Sends a JSON-RPC request to the network's node: Solana wallets offer no read methods. */
async function requestRpc<T>({ rpcUrls }: Wallet['network'], method: string): Promise<T> {
  const response = await fetch(rpcUrls.default?.http[0] ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [{ commitment: 'confirmed' }] }),
  })
  const { result, error } = (await response.json()) as {
    result: T
    error?: { code: number; message: string }
  }
  if (error) throw Object.assign(new Error(error.message), { code: error.code })
  return result
}
