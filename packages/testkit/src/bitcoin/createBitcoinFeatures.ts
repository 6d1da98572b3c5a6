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

/** What a Bitcoin wallet may offer besides connecting. */
export type BitcoinFeature =
  | 'bitcoin:signMessage'
  | 'bitcoin:signTransaction'
  | 'bitcoin:signAndSendTransaction'

/** What a page hands in to have a PSBT signed. */
export type BitcoinSignTransactionInput = {
  readonly psbt: Uint8Array
  readonly inputsToSign: readonly {
    readonly account: WalletAccount
    readonly signingIndexes: readonly number[]
    readonly sigHash?: string | undefined
  }[]
  readonly chain?: string | undefined
}

const all: readonly BitcoinFeature[] = [
  'bitcoin:signMessage',
  'bitcoin:signTransaction',
  'bitcoin:signAndSendTransaction',
]

/**
 * The Bitcoin features of a Wallet Standard wallet, which may hold others as well. Each call with several inputs is one
 * question for each message, and one for all PSBTs.
 *
 * @see https://github.com/ExodusMovement/bitcoin-wallet-standard
 */
export function createBitcoinFeatures({
  offered = all,
  esploraUrls,
  ask,
  key,
  chainOf,
}: {
  offered?: readonly BitcoinFeature[] | undefined
  esploraUrls: Readonly<Partial<Record<BitcoinChain, string>>>
  ask(method: string, params: unknown, network: string): Promise<void>
  /** The key of an account the page may see. */
  key(address: string): BitcoinKey | undefined
  /** The chain a page names if the wallet knows it; for nothing named, the active one. */
  chainOf(chain: string | undefined): BitcoinChain | undefined
}): Readonly<Partial<Record<BitcoinFeature, unknown>>> {
  function keyOf(given: WalletAccount | undefined): BitcoinKey {
    const found = given && key(given.address)
    if (found) return found
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

  async function askToSign(method: BitcoinFeature, given: readonly BitcoinSignTransactionInput[]) {
    // Copies: what the person sees must be what is signed, whatever the page does to its bytes meanwhile.
    const jobs = given.map(({ psbt, inputsToSign, chain }) => ({
      psbt: Uint8Array.from(psbt),
      chain: checkChain(chain),
      inputs: inputsToSign.flatMap(({ account, signingIndexes, sigHash }) =>
        signingIndexes.map((index) => ({ index, account, sighash: readSighash(sigHash) })),
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

function readSighash(name: string | undefined): number | undefined {
  if (name === undefined) return undefined
  if (Object.hasOwn(sighashes, name)) return sighashes[name]
  throw new ProviderRpcError({
    code: rpcErrorCodes.invalidParams,
    message: `${name} is no kind of signature.`,
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
    // Bytes that are no text.
    return hex.encode(bytes)
  }
}
