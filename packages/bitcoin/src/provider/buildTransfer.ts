import type { Account } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64, hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, selectUTXO } from '@scure/btc-signer'
import { equalBytes } from '@scure/btc-signer/utils.js'
import * as z from 'zod/mini'
import type { WalletSession } from '../connector/WalletSession.ts'
import { requestEsplora } from '../esplora/requestEsplora.ts'
import { addressParams, addressScript } from '../parsing/addressScript.ts'
import type { InputToSign } from '../wallets/BitcoinWallet.ts'
import { esploraUrl } from './broadcast.ts'

const coins = z
  .array(
    z.object({
      txid: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
      vout: z.int().check(z.gte(0)),
      value: z.int().check(z.gte(0)),
      status: z.optional(z.object({ confirmed: z.boolean() })),
    }),
  )
  .check(z.maxLength(10_000))
const rates = z.record(z.string(), z.number().check(z.gte(0)))

/** In satoshi per virtual byte. A higher estimate is treated as an error. */
const highestRate = 2000

/**
 * Builds a PSBT that pays from one account, with the change back to it, at the fee rate for a confirmation within six
 * blocks. Spends unconfirmed coins only if the confirmed ones are not enough.
 *
 * @throws {RpcError} −32000 if there are not enough coins; 4200 if the wallet shared no public key.
 */
export async function buildTransfer({
  session,
  account,
  recipient,
  amount,
}: {
  session: WalletSession
  account: Account
  recipient: string
  amount: bigint
}): Promise<{ psbt: string; signInputs: InputToSign[] }> {
  const { network } = session
  const { address } = account
  const payment = toPayment(session, account)
  const url = esploraUrl(session)
  const [utxo, estimates] = await Promise.all([
    requestEsplora({ urls: [url], path: `/address/${address}/utxo` }),
    requestEsplora({ urls: [url], path: '/fee-estimates' }),
  ])
  const parsed = coins.safeParse(utxo)
  if (!parsed.success)
    throw fail(
      rpcErrorCodes.internalError,
      'The Esplora API returned no valid list of coins for the address.',
    )
  const isLegacy = payment.type === 'pkh'
  const inputs = await Promise.all(
    parsed.data.map(async ({ txid, vout, value }) => ({
      ...payment,
      txid,
      index: vout,
      ...(isLegacy
        ? { nonWitnessUtxo: readHex(await requestEsplora({ urls: [url], path: `/tx/${txid}/hex` })) }
        : { witnessUtxo: { script: payment.script, amount: BigInt(value) } }),
    })),
  )
  const select = (from: typeof inputs) =>
    withRpcError(() =>
      selectUTXO(from, [{ address: recipient, amount }], 'default', {
        changeAddress: address,
        feePerByte: BigInt(rateOf(estimates)),
        network: addressParams[network],
        createTx: true,
        bip69: true,
      }),
    )
  // An unconfirmed payment may be replaced by its sender, which would invalidate this transfer.
  const confirmed = inputs.filter((_, index) => parsed.data[index]?.status?.confirmed === true)
  const selected = select(confirmed) ?? select(inputs)
  if (!selected?.tx)
    throw fail(rpcErrorCodes.invalidInput, 'There are not enough coins for the amount and the fee.')
  const { tx } = selected
  return {
    psbt: base64.encode(tx.toPSBT()),
    signInputs: Array.from({ length: tx.inputsLength }, (_, index) => ({ address, index })),
  }
}

/** Returns the script data needed to spend the account's coins, derived from its public key. */
function toPayment({ network }: WalletSession, { address, publicKey }: Account): Payment {
  const params = addressParams[network]
  const script = addressScript(address, network)
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  if (script && key) {
    const payment = paymentBuilders[script[0] as number]?.(key, params)
    // The wallet may have returned the tweaked taproot key of the address instead of the internal key.
    if (payment && equalBytes(payment.script, script)) return payment
  }
  throw fail(
    rpcErrorCodes.unsupportedMethod,
    'The wallet cannot send transfers, and shared no public key from which to build one.',
  )
}

type Params = (typeof addressParams)[keyof typeof addressParams]
const xOnly = (key: Uint8Array) => (key.length === 33 ? key.subarray(1) : key)
/** Payment builders by the first byte of the output script. */
const paymentBuilders: Readonly<Record<number, ((key: Uint8Array, params: Params) => Payment) | undefined>> =
  {
    0: p2wpkh,
    81: (key, params) => p2tr(xOnly(key), undefined, params),
    169: (key, params) => p2sh(p2wpkh(key, params), params),
    118: p2pkh,
  }
/** The fields used from the payments that `@scure/btc-signer` derives from a key. */
type Payment = { type: string; script: Uint8Array; redeemScript?: Uint8Array; tapInternalKey?: Uint8Array }

function rateOf(estimates: unknown): number {
  const parsed = rates.safeParse(estimates)
  const rate = parsed.success ? (parsed.data['6'] ?? parsed.data['3'] ?? 1) : 1
  if (rate > highestRate)
    throw fail(
      rpcErrorCodes.internalError,
      `The Esplora API estimates a fee of ${rate} satoshi per byte, above the limit of ${highestRate}.`,
    )
  return Math.max(1, Math.ceil(rate))
}

function readHex(response: unknown): Uint8Array {
  if (typeof response === 'string' && /^([0-9a-f]{2})+$/i.test(response)) return hex.decode(response)
  throw fail(
    rpcErrorCodes.internalError,
    'The Esplora API did not return the transaction that created a coin.',
  )
}

function withRpcError<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch (error) {
    // The library throws for outputs below the dust limit.
    throw new RpcError({
      rpcCode: rpcErrorCodes.invalidParams,
      message: 'The transfer cannot be built.',
      details: error instanceof Error ? error.message : undefined,
    })
  }
}

function fail(rpcCode: number, message: string): RpcError {
  return new RpcError({ rpcCode, message })
}
