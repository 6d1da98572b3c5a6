import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import { readList } from '../parsing/readList.ts'
import { readWire } from './readWire.ts'
import type { SendOptions, SolanaProvider } from './SolanaProvider.ts'

/**
 * Handles the WalletConnect methods for Solana. Messages are in base58, transactions in base64.
 *
 * @throws {RpcError} 4200 for other methods, −32602 for invalid parameters, 4100 for a message for another account.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc
 */
export async function handleRequest(
  provider: SolanaProvider,
  { method, params }: { method: string; params?: unknown },
): Promise<unknown> {
  const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (handler) return handler(provider, params)
  throw new RpcError({
    rpcCode: rpcErrorCodes.unsupportedMethod,
    message: `The method ${String(method).slice(0, 100)} is not supported.`,
  })
}

type Handler = (provider: SolanaProvider, params: unknown) => Promise<unknown> | unknown

const methods: Readonly<Record<string, Handler | undefined>> = {
  solana_getAccounts: ({ publicKey }) => (publicKey ? [{ pubkey: publicKey.toBase58() }] : []),
  async solana_signMessage(provider, params) {
    const pubkey = readProperty(params, 'pubkey')
    if (pubkey !== undefined && provider.publicKey && pubkey !== provider.publicKey.toBase58()) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'The message is for an account that is not connected.',
      })
    }
    const signature = await provider.signMessage(decode(base58, readProperty(params, 'message'), 'message'))
    return { signature: base58.encode(signature) }
  },
  async solana_signTransaction(provider, params) {
    // Capture the account now: it may change before the wallet responds.
    const account = provider.publicKey?.toBase58()
    const signed = await provider.signTransaction(readTransaction(readProperty(params, 'transaction')))
    // Return the signature of this account; the transaction may have others.
    const { signatures = [], signers = [] } = readWire(signed) ?? {}
    const own = signers.findIndex((signer) => base58.encode(signer) === account)
    return {
      signature: base58.encode(signatures[own] ?? new Uint8Array()),
      transaction: base64.encode(signed),
    }
  },
  async solana_signAllTransactions(provider, params) {
    const wires = readList(readProperty(params, 'transactions')).map(readTransaction)
    return { transactions: (await provider.signAllTransactions(wires)).map((wire) => base64.encode(wire)) }
  },
  async solana_signAndSendTransaction(provider, params) {
    const wire = readTransaction(readProperty(params, 'transaction'))
    const options = readProperty(params, 'sendOptions') ?? readProperty(params, 'options')
    const signature = await provider.signAndSendTransaction(wire, (options ?? {}) as SendOptions)
    return { signature }
  },
}

function readTransaction(value: unknown): Uint8Array {
  return decode(base64, value, 'transaction')
}

function decode(coder: { decode(text: string): Uint8Array }, value: unknown, field: string): Uint8Array {
  try {
    // Limit the length: base58 takes quadratic time.
    if (typeof value === 'string' && value.length <= 10_000) return coder.decode(value)
  } catch {
    // Reported below.
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: `\`${field}\` must be a string in ${field === 'message' ? 'base58' : 'base64'}.`,
  })
}
