import type { Address } from 'viem'
import type { ProviderRpcError } from '../ProviderRpcError.ts'

/** The events of EIP-1193 and their payloads. `chainId` is in hex. */
export type Eip1193Events = {
  connect: { chainId: string }
  disconnect: ProviderRpcError
  chainChanged: string
  accountsChanged: Address[]
}

/** The argument of `provider.request`. */
export type Eip1193Request = { method: string; params?: readonly unknown[] | object | undefined }

/**
 * An Ethereum provider. Works with viem's `custom(provider)` and ethers' `BrowserProvider`.
 *
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export type Eip1193Provider = {
  request(request: Eip1193Request): Promise<unknown>
  on<Name extends keyof Eip1193Events>(
    event: Name,
    listener: (payload: Eip1193Events[Name]) => void,
  ): Eip1193Provider
  removeListener<Name extends keyof Eip1193Events>(
    event: Name,
    listener: (payload: Eip1193Events[Name]) => void,
  ): Eip1193Provider
}
