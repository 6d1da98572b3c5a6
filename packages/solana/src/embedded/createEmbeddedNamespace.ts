import type { EmbeddedNamespace } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { base58 } from '@scure/base'
import type { Commitment } from '../Commitment.ts'
import type { WalletSession } from '../connector/WalletSession.ts'
import { base58Bytes } from '../parsing/bytes.ts'
import { createProvider } from '../provider/createProvider.ts'
import { createEmbeddedWallet } from './createEmbeddedWallet.ts'

/** Creates what the embedded wallet needs for its Solana account: the same provider as for other wallets. */
export function createEmbeddedNamespace({ commitment }: { commitment: Commitment }): EmbeddedNamespace {
  return {
    isAddress: (address) => base58Bytes(address, 32) !== undefined,
    createProvider({ getAddress, getNetworkId, request, onTransaction, subscribe }) {
      const session: WalletSession = {
        wallet: createEmbeddedWallet(request),
        commitment,
        // The wallet sends on the network of each request, so that no endpoint of the application is needed.
        networks: [],
        get networkId() {
          return getNetworkId()
        },
        get address() {
          return getAddress()
        },
        account(address) {
          if (address !== undefined && address === getAddress()) return { address }
          throw new RpcError({
            rpcCode: rpcErrorCodes.unauthorized,
            message: 'No account is logged in to the wallet.',
          })
        },
        emit(event) {
          if (event.type === 'transaction') onTransaction(event.hash, event.networkId)
        },
        subscribe,
      }
      const provider = createProvider({ id: 'ID_AUTH', name: 'Email', session })
      return {
        provider,
        async signMessage({ message, address }) {
          session.account(address)
          return base58.encode(await provider.signMessage(new TextEncoder().encode(message)))
        },
      }
    },
  }
}
