import { rpcErrorCodes } from '@portico/protocol'
import { base64, hex } from '@scure/base'
import { SigHash } from '@scure/btc-signer'
import type { WalletAccount } from '@wallet-standard/base'
import { ProviderRpcError } from '../ProviderRpcError.ts'
import type { BitcoinChain } from './bitcoinChain.ts'
import { broadcast } from './sendBitcoin.ts'
import { signBitcoinMessage } from './signBitcoinMessage.ts'
import { signPsbt } from './signPsbt.ts'
import type { BitcoinKey } from './toBitcoinKeys.ts'

/** An optional feature of a Bitcoin wallet. */
export type BitcoinFeature =
  | 'bitcoin:signMessage'
  | 'bitcoin:signTransaction'
  | 'bitcoin:signAndSendTransaction'

/** The input of `bitcoin:signTransaction`. */
export type BitcoinSignTransactionInput = {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: WalletAccount
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string | undefined
  }[]
  readonly chain?: string | undefined
}

const allFeatures: readonly BitcoinFeature[] = [
  'bitcoin:signMessage',
  'bitcoin:signTransaction',
  'bitcoin:signAndSendTransaction',
]

/**
 * Creates the Bitcoin features of a Wallet Standard wallet. A call with several inputs asks for consent once per message,
 * and once for all PSBTs.
 *
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export function createBitcoinFeatures({
  offered = allFeatures,
  esploraUrls,
  ask,
  key,
  chainOf,
}: {
  offered?: readonly BitcoinFeature[] | undefined
  esploraUrls: Readonly<Partial<Record<BitcoinChain, string>>>
  ask(method: string, params: unknown, network: string): Promise<void>
  /** Returns the key of an account the page may see. */
  key(address: string): BitcoinKey | undefined
  /** Returns the named chain if the wallet has it. Defaults to the active chain. */
  chainOf(chain: string | undefined): BitcoinChain | undefined
}): Readonly<Partial<Record<BitcoinFeature, unknown>>> {
  function keyOf(walletAccount: WalletAccount | undefined): BitcoinKey {
    const existing = walletAccount && key(walletAccount.address)
    if (existing) return existing
    throw new ProviderRpcError({
      code: rpcErrorCodes.unauthorized,
      message: 'The page is not authorized to use this account. Call bitcoin:connect first.',
    })
  }

  function checkChain(named: string | undefined): BitcoinChain {
    const chain = chainOf(named)
    if (chain) return chain
    throw new ProviderRpcError({
      code: rpcErrorCodes.invalidParams,
      message: `The wallet does not know the chain ${named}.`,
    })
  }

  async function askToSign(method: BitcoinFeature, signInputs: readonly BitcoinSignTransactionInput[]) {
    // Copy the bytes, so that the page cannot change what is signed after the user has seen it.
    const jobs = signInputs.map(({ psbt, inputsToSign, chain }) => ({
      psbt: Uint8Array.from(psbt),
      chain: checkChain(chain),
      inputs: inputsToSign.flatMap(({ account, signingIndexes, sigHash }) =>
        signingIndexes.map((index) => ({ index, account, sighash: parseSighash(sigHash) })),
      ),
    }))
    for (const { inputs } of jobs) for (const { account } of inputs) keyOf(account)
    const psbts = jobs.map(({ psbt }) => base64.encode(psbt))
    await ask(method, { psbts }, jobs[0]?.chain ?? 'bitcoin')
    return jobs.map(({ psbt, inputs, chain }) => {
      const keyed = inputs.map(({ account, ...input }) => ({ ...input, key: keyOf(account) }))
      return { chain, transaction: attempt(() => signPsbt({ psbt, inputs: keyed })) }
    })
  }

  const features: Record<BitcoinFeature, unknown> = {
    'bitcoin:signMessage': {
      version: '1.0.0',
      async signMessage(...inputs: readonly { account: WalletAccount; message: Uint8Array }[]) {
        const outputs = []
        for (const { account, message } of inputs) {
          const signedMessage = Uint8Array.from(message)
          const { address } = keyOf(account)
          await ask('bitcoin:signMessage', { account: address, message: readText(signedMessage) }, 'bitcoin')
          const signer = keyOf(account)
          const signature = signBitcoinMessage({ key: signer, message: signedMessage, protocol: 'bip322' })
          outputs.push({ signedMessage, signature })
        }
        return outputs
      },
    },
    'bitcoin:signTransaction': {
      version: '1.0.0',
      async signTransaction(...inputs: readonly BitcoinSignTransactionInput[]) {
        const jobs = await askToSign('bitcoin:signTransaction', inputs)
        return jobs.map(({ transaction }) => ({ signedPsbt: transaction.toPSBT() }))
      },
    },
    'bitcoin:signAndSendTransaction': {
      version: '1.0.0',
      async signAndSendTransaction(...inputs: readonly BitcoinSignTransactionInput[]) {
        const outputs = []
        for (const { chain, transaction } of await askToSign('bitcoin:signAndSendTransaction', inputs)) {
          const final = attempt(() => {
            transaction.finalize()
            return transaction.extract()
          })
          outputs.push({ txId: await broadcast({ chain, url: esploraUrls[chain], transaction: final }) })
        }
        return outputs
      },
    },
  }
  return Object.fromEntries(offered.map((name) => [name, Object.freeze(features[name])]))
}

const sighashes: Readonly<Record<string, number>> = {
  ALL: SigHash.ALL,
  NONE: SigHash.NONE,
  SINGLE: SigHash.SINGLE,
  'ALL|ANYONECANPAY': SigHash.ALL_ANYONECANPAY,
  'NONE|ANYONECANPAY': SigHash.NONE_ANYONECANPAY,
  'SINGLE|ANYONECANPAY': SigHash.SINGLE_ANYONECANPAY,
}

function parseSighash(name: string | undefined): number | undefined {
  if (name === undefined) return undefined
  if (Object.hasOwn(sighashes, name)) return sighashes[name]
  throw new ProviderRpcError({
    code: rpcErrorCodes.invalidParams,
    message: `${name} is not a signature hash type.`,
  })
}

function attempt<Result>(job: () => Result): Result {
  try {
    return job()
  } catch (error) {
    throw new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message: (error as Error).message })
  }
}

function readText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: show the bytes.
    return hex.encode(bytes)
  }
}
