import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WalletSession } from '../connector/WalletSession.ts'
import type { BitcoinProvider } from './BitcoinProvider.ts'
import { providerSessions } from './providerSessions.ts'
import { sendTransfer } from './sendTransfer.ts'
import { signMessage } from './signMessage.ts'

/** Creates the provider that a connector gives to the application. */
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
    // Load `@scure/btc-signer` on first use: it is larger than the rest of the package.
    signPSBT: async (parameters) => (await import('./signPsbt.ts')).signPsbt({ ...parameters, session }),
    async request({ method, params }) {
      const input = (Array.isArray(params) ? params[0] : params) ?? {}
      const run = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (run) return run(input as never)
      throw new RpcError({
        rpcCode: rpcErrorCodes.unsupportedMethod,
        message: `The Bitcoin provider does not support ${method}.`,
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
  providerSessions.set(provider, session)
  return Object.freeze(provider)
}
