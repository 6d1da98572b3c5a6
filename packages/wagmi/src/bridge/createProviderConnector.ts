import type { EmbeddedProvider } from '@portico/embedded'
import { type Address, type Chain, getAddress, isAddress, SwitchChainError } from 'viem'
import { toProviderError } from './toProviderError.ts'
import type { ConnectOptions, CreateWagmiConnector } from './Wagmi.ts'

/**
 * Makes a connector of wagmi from the provider of an embedded wallet. The ID is the wallet's reverse domain name, as of wallets that announce
 * themselves, so that one that does both is listed once.
 */
export function createProviderConnector({
  createProvider,
  name,
  icon,
  rdns,
}: {
  /** Called once, in a browser, with the chains of the config. */
  createProvider(chains: readonly [Chain, ...Chain[]]): EmbeddedProvider
  name: string
  icon: string
  rdns: string
}): CreateWagmiConnector {
  return ({ chains, emitter }) => {
    let created: EmbeddedProvider | undefined
    let isListening = false
    const getProvider = (): EmbeddedProvider => {
      created ??= createProvider(chains)
      return created
    }
    const ask = (method: string, params?: unknown) => getProvider().request({ method, params })
    const onAccounts = (accounts: readonly string[]) => self.onAccountsChanged(accounts)
    const onChain = (chainId: string) => self.onChainChanged(chainId)
    const onEnd = () => self.onDisconnect()

    function listen(): void {
      if (isListening) return
      isListening = true
      getProvider().on('accountsChanged', onAccounts).on('chainChanged', onChain).on('disconnect', onEnd)
    }

    function stopListening(): void {
      isListening = false
      getProvider()
        .removeListener('accountsChanged', onAccounts)
        .removeListener('chainChanged', onChain)
        .removeListener('disconnect', onEnd)
    }

    const self = {
      id: rdns,
      name,
      icon,
      rdns,
      type: 'embedded',
      async connect({ chainId, isReconnecting = false, withCapabilities }: ConnectOptions = {}) {
        try {
          const accounts = toAddresses(await ask(isReconnecting ? 'eth_accounts' : 'eth_requestAccounts'))
          if (accounts.length === 0) throw new Error('The wallet shares no account.')
          listen()
          let current = await self.getChainId()
          if (chainId !== undefined && !isReconnecting && current !== chainId)
            current = (await self.switchChain({ chainId }).catch(ignoreUnlessRejected))?.id ?? current
          return {
            accounts: withCapabilities
              ? accounts.map((address) => ({ address, capabilities: {} }))
              : accounts,
            chainId: current,
          }
        } catch (error) {
          throw toProviderError(error)
        }
      },
      async disconnect() {
        // Before it logs out, which wagmi would hear as a second end.
        stopListening()
        await getProvider().disconnect()
      },
      getAccounts: async () => toAddresses(await ask('eth_accounts')),
      getChainId: async () => Number(await ask('eth_chainId')),
      getProvider: async () => getProvider(),
      async isAuthorized() {
        try {
          return (await self.getAccounts()).length > 0
        } catch {
          return false
        }
      },
      async switchChain({ chainId }: { chainId: number }) {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain)
          throw new SwitchChainError(new Error(`The wagmi config does not list the chain ${chainId}.`))
        try {
          await ask('wallet_switchEthereumChain', [{ chainId: `0x${chainId.toString(16)}` }])
        } catch (error) {
          throw toProviderError(error, (cause) => new SwitchChainError(cause))
        }
        emitter.emit('change', { chainId })
        return chain
      },
      onAccountsChanged(accounts: readonly string[]) {
        const addresses = toAddresses(accounts)
        if (addresses.length > 0) emitter.emit('change', { accounts: addresses })
        else self.onDisconnect()
      },
      onChainChanged: (chainId: string) => emitter.emit('change', { chainId: Number(chainId) }),
      onDisconnect() {
        if (!isListening) return
        stopListening()
        emitter.emit('disconnect')
      },
    }
    return self
  }
}

function toAddresses(answer: unknown): Address[] {
  const isValid = (address: unknown) => typeof address === 'string' && isAddress(address, { strict: false })
  return Array.isArray(answer) ? answer.filter(isValid).map((address: string) => getAddress(address)) : []
}

function ignoreUnlessRejected(error: unknown): undefined {
  if ((error as { code?: unknown }).code === 4001) throw error
}
