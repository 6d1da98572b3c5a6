import type { Account } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base64, hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh, selectUTXO } from '@scure/btc-signer'
import { equalBytes } from '@scure/btc-signer/utils.js'
import * as z from 'zod/mini'
import type { WalletSession } from '../connector/WalletSession.ts'
import { askEsplora } from '../esplora/askEsplora.ts'
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

/** Satoshi for a virtual byte above which an estimate is taken for a mistake. */
const highestRate = 2000

/**
 * A PSBT that pays from one account, the change back to it, at the rate for a confirmation within about an hour. Coins
 * that wait for a block are spent only where the others are not enough.
 *
 * @throws {RpcError} −32000 where there are not enough coins; 4200 where the wallet shared no public key.
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
    askEsplora({ url, path: `/address/${address}/utxo` }),
    askEsplora({ url, path: '/fee-estimates' }),
  ])
  const found = coins.safeParse(utxo)
  if (!found.success) throw fail(rpcErrorCodes.internalError, 'The Esplora API told no coins of the address.')
  const isOld = payment.type === 'pkh'
  const inputs = await Promise.all(
    found.data.map(async ({ txid, vout, value }) => ({
      ...payment,
      txid,
      index: vout,
      ...(isOld
        ? { nonWitnessUtxo: readHex(await askEsplora({ url, path: `/tx/${txid}/hex` })) }
        : { witnessUtxo: { script: payment.script, amount: BigInt(value) } }),
    })),
  )
  const select = (from: typeof inputs) =>
    attempt(() =>
      selectUTXO(from, [{ address: recipient, amount }], 'default', {
        changeAddress: address,
        feePerByte: BigInt(rateOf(estimates)),
        network: addressParams[network],
        createTx: true,
        bip69: true,
      }),
    )
  // What waits may be replaced by whoever sent it, and takes with it what was paid from it.
  const settled = inputs.filter((_, index) => found.data[index]?.status?.confirmed === true)
  const selected = select(settled) ?? select(inputs)
  if (!selected?.tx)
    throw fail(rpcErrorCodes.invalidInput, 'There are not enough coins for the amount and the fee.')
  const { tx } = selected
  return {
    psbt: base64.encode(tx.toPSBT()),
    signInputs: Array.from({ length: tx.inputsLength }, (_, index) => ({ address, index })),
  }
}

/** How coins of the account are spent: what must be known for it follows from its public key. */
function toPayment({ network }: WalletSession, { address, publicKey }: Account): Payment {
  const params = addressParams[network]
  const script = addressScript(address, network)
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  if (script && key) {
    const payment = makers[script[0] as number]?.(key, params)
    // A wallet may have given the key of taproot as it stands in the address, which is another.
    if (payment && equalBytes(payment.script, script)) return payment
  }
  throw fail(
    rpcErrorCodes.unsupportedMethod,
    'The wallet has no transfer of its own and shared no public key, so that none can be built.',
  )
}

type Params = (typeof addressParams)[keyof typeof addressParams]
const xOnly = (key: Uint8Array) => (key.length === 33 ? key.subarray(1) : key)
/** By the first byte of the output script. */
const makers: Readonly<Record<number, ((key: Uint8Array, params: Params) => Payment) | undefined>> = {
  0: p2wpkh,
  81: (key, params) => p2tr(xOnly(key), undefined, params),
  169: (key, params) => p2sh(p2wpkh(key, params), params),
  118: p2pkh,
}
/** What the library makes of a key, as far as it is needed of each kind. */
type Payment = { type: string; script: Uint8Array; redeemScript?: Uint8Array; tapInternalKey?: Uint8Array }

function rateOf(estimates: unknown): number {
  const known = rates.safeParse(estimates)
  const rate = known.success ? (known.data['6'] ?? known.data['3'] ?? 1) : 1
  if (rate > highestRate)
    throw fail(
      rpcErrorCodes.internalError,
      `The Esplora API asks for ${rate} satoshi a byte, which is out of reason.`,
    )
  return Math.max(1, Math.ceil(rate))
}

function readHex(answer: unknown): Uint8Array {
  if (typeof answer === 'string' && /^([0-9a-f]{2})+$/i.test(answer)) return hex.decode(answer)
  throw fail(rpcErrorCodes.internalError, 'The Esplora API told no transaction that a coin came from.')
}

function attempt<Result>(job: () => Result): Result | undefined {
  try {
    return job()
  } catch (error) {
    // The library throws for outputs below what the network relays.
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
