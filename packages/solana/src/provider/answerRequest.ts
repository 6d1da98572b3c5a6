import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import { readList } from '../parsing/readList.ts'
import { readWire } from './readWire.ts'
import type { SendOptions, SolanaProvider } from './SolanaProvider.ts'

/**
 * Answers the methods that WalletConnect has for Solana: messages in base58, transactions in base64.
 *
 * @throws {RpcError} 4200 for another method, −32602 for parameters of another form, 4100 for another account's message.
 * @see https://docs.reown.com/advanced/multichain/rpc-reference/solana-rpc
 */
export async function answerRequest(
  provider: SolanaProvider,
  { method, params }: { method: string; params?: unknown },
): Promise<unknown> {
  const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (answer) return answer(provider, params)
  throw new RpcError({
    rpcCode: rpcErrorCodes.unsupportedMethod,
    message: `The method ${String(method).slice(0, 100)} is none of Solana's.`,
  })
}

type Answer = (provider: SolanaProvider, params: unknown) => Promise<unknown> | unknown

const methods: Readonly<Record<string, Answer | undefined>> = {
  solana_getAccounts: ({ publicKey }) => (publicKey ? [{ pubkey: publicKey.toBase58() }] : []),
  async solana_signMessage(provider, params) {
    const asked = readProperty(params, 'pubkey')
    if (asked !== undefined && provider.publicKey && asked !== provider.publicKey.toBase58()) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unauthorized,
        message: 'The message is for another account than the one that is connected.',
      })
    }
    const signature = await provider.signMessage(decode(base58, readProperty(params, 'message'), 'message'))
    return { signature: base58.encode(signature) }
  },
  async solana_signTransaction(provider, params) {
    // The account of now: the wallet may be on another when it answers.
    const account = provider.publicKey?.toBase58()
    const signed = await provider.signTransaction(readTransaction(readProperty(params, 'transaction')))
    // The account's own signature: the one that was asked for.
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
    // Base58 takes time by the square of the length.
    if (typeof value === 'string' && value.length <= 10_000) return coder.decode(value)
  } catch {
    // Told below.
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.invalidParams,
    message: `\`${field}\` must be a text in ${field === 'message' ? 'base58' : 'base64'}.`,
  })
}
