import type { EmbeddedAccount } from '@portico/core'
import { readProperty } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import { base58Bytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'
import type { SendOptions } from '../provider/SolanaProvider.ts'

type Account = { address: string }
type Input = { account: Account; transaction: Uint8Array }

/**
 * Creates the embedded wallet as a Wallet Standard wallet, whose functions send the requests of WalletConnect to the frame:
 * messages in base58, transactions in base64. What they return is validated like the answers of any other wallet.
 */
export function createEmbeddedWallet(request: EmbeddedAccount['request']): object {
  async function signTransaction(...inputs: Input[]): Promise<{ signedTransaction: unknown }[]> {
    const [first, ...others] = inputs.map(({ transaction }) => base64.encode(transaction))
    if (others.length === 0) {
      const signed = await request({ method: 'solana_signTransaction', params: { transaction: first } })
      return [{ signedTransaction: toBytes(readProperty(signed, 'transaction')) }]
    }
    const params = { transactions: [first, ...others] }
    const signed = await request({ method: 'solana_signAllTransactions', params })
    return readList(readProperty(signed, 'transactions')).map((one) => ({ signedTransaction: toBytes(one) }))
  }

  async function signMessage({ account, message }: { account: Account; message: Uint8Array }) {
    const params = { message: base58.encode(message), pubkey: account.address }
    const signed = await request({ method: 'solana_signMessage', params })
    return [{ signedMessage: message, signature: base58Bytes(readProperty(signed, 'signature'), 64) }]
  }

  async function signAndSendTransaction({ transaction, options }: Input & { options?: SendOptions }) {
    const params = { transaction: base64.encode(transaction), ...(options && { options }) }
    const sent = await request({ method: 'solana_signAndSendTransaction', params })
    return [{ signature: base58Bytes(readProperty(sent, 'signature'), 64) }]
  }

  return {
    features: {
      'solana:signMessage': { signMessage },
      'solana:signTransaction': { signTransaction },
      'solana:signAndSendTransaction': { signAndSendTransaction },
    },
  }
}

/** Decodes a transaction of the frame; returns `undefined` for anything else. */
function toBytes(text: unknown): Uint8Array | undefined {
  try {
    return typeof text === 'string' ? base64.decode(text) : undefined
  } catch {
    // A character outside the alphabet.
    return undefined
  }
}
