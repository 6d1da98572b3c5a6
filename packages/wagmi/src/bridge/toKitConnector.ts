import type { Connector, RpcClient } from '@portico/core'
import { RpcError, rpcErrorCodes, toRpcError } from '@portico/protocol'
import { type Address, isHex, stringToHex } from 'viem'
import type { WagmiConnector } from './Wagmi.ts'

/** Makes a connector of the kit from one that the application has set up in wagmi, such as `safe()`. */
export function toKitConnector(connector: WagmiConnector): Connector {
  const { id, name, icon, emitter } = connector
  const [rdns] = [connector.rdns ?? []].flat()
  const call = <T>(promise: Promise<T>, what: string) =>
    promise.catch((error: unknown) => {
      throw toRpcError(error, `The wallet did not ${what}.`)
    })
  /** wagmi's connectors load their provider; this one is there at once. */
  const provider = {
    async request(parameters: { method: string; params?: unknown }) {
      return ((await connector.getProvider()) as RpcClient).request(parameters)
    },
    on: (event: string, listener: unknown) => void forward('on', event, listener),
    removeListener: (event: string, listener: unknown) => void forward('removeListener', event, listener),
  }

  async function forward(method: 'on' | 'removeListener', event: string, listener: unknown): Promise<void> {
    const target = (await connector.getProvider().catch(() => undefined)) as typeof provider | undefined
    target?.[method]?.(event, listener)
  }

  return {
    id,
    name,
    type: 'EXTERNAL',
    namespace: 'eip155',
    // Lists show images of wallets only if they are data.
    ...(icon?.startsWith('data:image/') && { icon }),
    ...(rdns && { rdns }),
    async connect({ silent }) {
      const { accounts, chainId } = await call(connector.connect({ isReconnecting: silent }), 'connect')
      return { accounts: toEoas(accounts as readonly Address[]), networkId: `eip155:${chainId}` }
    },
    disconnect: () => call(connector.disconnect(), 'disconnect'),
    async switchNetwork({ network }) {
      await call(Promise.resolve(connector.switchChain?.({ chainId: Number(network.id) })), 'switch')
    },
    async signMessage({ message, address }) {
      const params = [stringToHex(message), address]
      const signature = await call(provider.request({ method: 'personal_sign', params }), 'sign')
      if (isHex(signature)) return signature
      throw new RpcError({
        rpcCode: rpcErrorCodes.internalError,
        message: 'The wallet returned an invalid signature: the result of personal_sign is not hex.',
      })
    },
    getProvider: () => provider,
    subscribe(listener) {
      const onChange = ({ accounts, chainId }: { accounts?: readonly Address[]; chainId?: number }) => {
        if (accounts) listener({ type: 'accounts', accounts: toEoas(accounts) })
        if (chainId) listener({ type: 'network', networkId: `eip155:${chainId}` })
      }
      const onDisconnect = () => listener({ type: 'disconnect' })
      emitter.on('change', onChange)
      emitter.on('disconnect', onDisconnect)
      return () => {
        emitter.off('change', onChange)
        emitter.off('disconnect', onDisconnect)
      }
    },
  }
}

const toEoas = (accounts: readonly Address[]) =>
  accounts.map((address) => ({ address, type: 'eoa' as const }))
