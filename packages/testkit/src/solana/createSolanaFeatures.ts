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
import { firstSignature, signWire } from './signWire.ts'
import type { SolanaKey } from './toSolanaKeys.ts'

/** What a Solana wallet may offer besides connecting. */
export type SolanaFeature =
  | 'solana:signIn'
  | 'solana:signMessage'
  | 'solana:signTransaction'
  | 'solana:signAndSendTransaction'

const all: readonly SolanaFeature[] = [
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
]

/** The features of a Solana wallet. Each call with several inputs is one question to the person. */
export function createSolanaFeatures({
  offered = all,
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
  /** The page may see the accounts from now on. */
  authorize(): void
  active(): SolanaKey
  account(address: string): WalletAccount
  /** The key of an account the page may see. */
  key(address: string): SolanaKey | undefined
  knows(chain: string): boolean
}): Readonly<Partial<Record<SolanaFeature, unknown>>> {
  function keyOf(given: WalletAccount | undefined): SolanaKey {
    const found = given && key(given.address)
    if (found) return found
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
    // Copies: what the person sees must be what is signed, whatever the page does to its bytes meanwhile.
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
    return signWire(transaction, key)
  } catch (error) {
    throw new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message: (error as Error).message })
  }
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Bytes that are no text; shown as wallets show them.
    return base58.encode(bytes)
  }
}
