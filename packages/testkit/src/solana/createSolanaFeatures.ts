import { rpcErrorCodes } from '@portico/protocol'
import { base58, base64 } from '@scure/base'
import type {
  SolanaSignAndSendTransactionInput,
  SolanaSignInInput,
  SolanaSignMessageInput,
  SolanaSignTransactionInput,
} from '@solana/wallet-standard-features'
import type { WalletAccount } from '@wallet-standard/base'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import { callSolanaNode } from './callSolanaNode.ts'
import { createSignInText } from './createSignInText.ts'
import { firstSignature, signTransactionBytes } from './signTransactionBytes.ts'
import type { SolanaKey } from './toSolanaKeys.ts'

/** An optional feature of a Solana wallet. */
export type SolanaFeature =
  | 'solana:signIn'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'

const allFeatures: readonly SolanaFeature[] = [
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

/** Creates the features of a Solana wallet. A call with several transactions asks for consent once. */
export function createSolanaFeatures({
  offered = allFeatures,
  rpcUrls,
  ask,
  authorize,
  active,
  account,
  key,
  knows,
}: {
  offered?: readonly SolanaFeature[] | undefined
  /** By chain. */
  rpcUrls: Readonly<Record<string, string | undefined>>
  ask(method: string, params: unknown, network: string): Promise<void>
  /** Allows the page to see the accounts. */
  authorize(): void
  active(): SolanaKey
  account(address: string): WalletAccount
  /** Returns the key of an account the page may see. */
  key(address: string): SolanaKey | undefined
  knows(chain: string): boolean
}): Readonly<Partial<Record<SolanaFeature, unknown>>> {
  function keyOf(walletAccount: WalletAccount | undefined): SolanaKey {
    const existing = walletAccount && key(walletAccount.address)
    if (existing) return existing
    throw new ProviderRpcError({
      code: rpcErrorCodes.unauthorized,
      message: 'The page is not authorized to use this account. Call connect first.',
    })
  }

  function checkChain(chain: string | undefined): string {
    if (chain !== undefined && knows(chain)) return chain
    throw new ProviderRpcError({
      code: rpcErrorCodes.invalidParams,
      message: `The wallet does not know the chain ${chain}.`,
    })
  }

  async function askToSign(method: SolanaFeature, inputs: readonly SolanaSignTransactionInput[]) {
    // Copy the bytes, so that the page cannot change what is signed after the user has seen it.
    const jobs = inputs.map(({ transaction, ...input }) => ({
      ...input,
      key: keyOf(input.account),
      transaction: Uint8Array.from(transaction),
    }))
    const [first] = jobs
    const chain = first?.chain === undefined ? undefined : checkChain(first.chain)
    const transactions = jobs.map(({ transaction }) => base64.encode(transaction))
    await ask(method, { account: first?.key.address, chain, transactions }, chain ?? 'solana')
    return jobs.map((job) => ({ ...job, signed: sign(job.transaction, keyOf(job.account)) }))
  }

  const features: Record<SolanaFeature, unknown> = {
    'solana:signIn': {
      version: '1.0.0',
      async signIn(...inputs: readonly SolanaSignInInput[]) {
        const outputs = []
        for (const input of inputs.length > 0 ? inputs : [{}]) {
          const signer = active()
          if (input.address !== undefined && input.address !== signer.address) {
            throw new ProviderRpcError({
              code: rpcErrorCodes.invalidParams,
              message: 'The address to sign in with is not the active account.',
            })
          }
          const domain = input.domain ?? (typeof location === 'undefined' ? 'localhost' : location.host)
          const text = createSignInText({ ...input, domain, address: signer.address })
          await ask('solana:signIn', { account: signer.address, message: text }, input.chainId ?? 'solana')
          authorize()
          const signedMessage = new TextEncoder().encode(text)
          outputs.push({
            account: account(signer.address),
            signedMessage,
            signature: signer.sign(signedMessage),
            signatureType: 'ed25519',
          })
        }
        return outputs
      },
    },
    'solana:signMessage': {
      version: '1.1.0',
      async signMessage(...inputs: readonly SolanaSignMessageInput[]) {
        const outputs = []
        for (const input of inputs) {
          const signedMessage = Uint8Array.from(input.message)
          const { address } = keyOf(input.account)
          await ask('solana:signMessage', { account: address, message: readText(signedMessage) }, 'solana')
          const signature = keyOf(input.account).sign(signedMessage)
          outputs.push({ signedMessage, signature, signatureType: 'ed25519' })
        }
        return outputs
      },
    },
    'solana:signTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: Object.freeze(['legacy', 0]),
      async signTransaction(...inputs: readonly SolanaSignTransactionInput[]) {
        const jobs = await askToSign('solana:signTransaction', inputs)
        return jobs.map(({ signed }) => ({ signedTransaction: signed }))
      },
    },
    'solana:signAndSendTransaction': {
      version: '1.0.0',
      supportedTransactionVersions: Object.freeze(['legacy', 0]),
      async signAndSendTransaction(...inputs: readonly SolanaSignAndSendTransactionInput[]) {
        for (const { chain } of inputs) checkChain(chain)
        const outputs = []
        for (const { signed, chain = '', options } of await askToSign(
          'solana:signAndSendTransaction',
          inputs,
        )) {
          await callSolanaNode({
            chain,
            rpcUrl: rpcUrls[chain],
            method: 'sendTransaction',
            params: [base64.encode(signed), { encoding: 'base64', ...options }],
          })
          outputs.push({ signature: firstSignature(signed) })
        }
        return outputs
      },
    },
  }
  return Object.fromEntries(offered.map((name) => [name, Object.freeze(features[name])]))
}

function sign(transaction: Uint8Array, key: SolanaKey): Uint8Array {
  try {
    return signTransactionBytes(transaction, key)
  } catch (error) {
    throw new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message: (error as Error).message })
  }
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: show the bytes in base58, as wallets do.
    return base58.encode(bytes)
  }
}
