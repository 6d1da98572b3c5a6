import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'
import type { BitcoinProvider } from './BitcoinProvider.ts'
import { sendTransfer } from './sendTransfer.ts'
import { signMessage } from './signMessage.ts'

/** The provider of a connector. */
export function createProvider({
  id,
  name,
  session,
}: {
  id: string
  name: string
  session: WalletSession
}): BitcoinProvider {
  const provider: BitcoinProvider = {
    id,
    name,
    getAccountAddresses: async () =>
      session.accounts.map(({ address, type, publicKey = '' }) => ({
        address,
        purpose: type === 'ordinal' ? 'ordinal' : 'payment',
        publicKey,
      })),
    signMessage: async (parameters) => signMessage({ ...parameters, session }),
    sendTransfer: async (parameters) => sendTransfer({ ...parameters, session }),
    // With `@scure/btc-signer`, which is larger than all the rest.
    signPSBT: async (parameters) => (await import('./signPsbt.ts')).signPsbt({ ...parameters, session }),
    async request({ method, params }) {
      const given = (Array.isArray(params) ? params[0] : params) ?? {}
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (run) return run(given as never)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: `Wallets of Bitcoin are not asked for ${method}.`,
        metaMessages: [`Methods: ${Object.keys(methods).join(', ')}`],
      })
    },
  }
  const methods: Record<string, ((parameters: never) => Promise<unknown>) | undefined> = {
    getAccountAddresses: provider.getAccountAddresses,
    signMessage: provider.signMessage,
    sendTransfer: provider.sendTransfer,
    signPsbt: provider.signPSBT,
  }
  return Object.freeze(provider)
}
