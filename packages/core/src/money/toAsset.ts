import type { TokenBalance } from '@portico/protocol/gateway'
import type { MoneyAsset } from './moneyState.ts'

/** Returns the asset of a balance. A CAIP-10 address becomes the address on its network. */
export function toAsset({ address, name, symbol, quantity, iconUrl }: TokenBalance): MoneyAsset {
  return {
    token: address?.slice(address.lastIndexOf(':') + 1),
    ...{ name: name || symbol, symbol, decimals: Number(quantity.decimals), image: iconUrl || undefined },
  }
}
