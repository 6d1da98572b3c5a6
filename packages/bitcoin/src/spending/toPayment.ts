import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { hex } from '@scure/base'
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer'
import { equalBytes } from '@scure/btc-signer/utils.js'
import type { NetworkName } from '../networks/networkNames.ts'
import { addressParams, addressScript } from '../parsing/addressScript.ts'

/** What a PSBT says about the coins of an address: the fields used from the payments that `@scure/btc-signer` derives from a key. */
export type Payment = {
  type: string
  script: Uint8Array
  redeemScript?: Uint8Array
  tapInternalKey?: Uint8Array
}

/**
 * Returns the script data needed to spend the coins of an address, derived from its public key (hex).
 *
 * @throws {RpcError} 4200 if the key is missing or does not belong to the address
 */
export function toPayment({
  network,
  address,
  publicKey,
}: {
  network: NetworkName
  address: string
  publicKey: string | undefined
}): Payment {
  const params = addressParams[network]
  const script = addressScript(address, network)
  const key = publicKey === undefined ? undefined : hex.decode(publicKey)
  if (script && key) {
    const payment = builders[script[0] as number]?.(key, params)
    // The wallet may have returned the tweaked taproot key of the address instead of the internal key.
    if (payment && equalBytes(payment.script, script)) return payment
  }
  throw new RpcError({
    rpcCode: rpcErrorCodes.unsupportedMethod,
    message: 'The wallet cannot send transfers, and shared no public key from which to build one.',
  })
}

type Params = (typeof addressParams)[keyof typeof addressParams]
const xOnly = (key: Uint8Array) => (key.length === 33 ? key.subarray(1) : key)
/** Payment builders by the first byte of the output script. */
const builders: Readonly<Record<number, ((key: Uint8Array, params: Params) => Payment) | undefined>> = {
  0: p2wpkh,
  81: (key, params) => p2tr(xOnly(key), undefined, params),
  169: (key, params) => p2sh(p2wpkh(key, params), params),
  118: p2pkh,
}
