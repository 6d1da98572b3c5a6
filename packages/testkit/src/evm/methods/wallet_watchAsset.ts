import { isRecord } from '@portico/protocol'
import { invalidParams, type Method } from './method.ts'

/** Adds a token to the wallet's list (EIP-747). Takes the object itself or an array with it. */
export const wallet_watchAsset: Method<Record<string, unknown>> = {
  connected: false,
  parse(_, params) {
    const asset = Array.isArray(params) ? params[0] : params
    if (!isRecord(asset) || typeof asset.type !== 'string' || !isRecord(asset.options)) {
      throw invalidParams('wallet_watchAsset takes { type, options: { address, symbol, decimals } }.')
    }
    const { address } = asset.options
    if (typeof address !== 'string' || !/^0x[0-9a-f]{40}$/i.test(address)) {
      throw invalidParams('`options.address` must be 0x and 40 hex digits.')
    }
    return asset
  },
  consent: true,
  run({ watchedAssets }, asset) {
    watchedAssets.push(asset)
    return true
  },
}
