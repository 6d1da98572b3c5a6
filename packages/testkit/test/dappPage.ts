import type { WalletInfo } from '../src/evm/createWalletInfo.ts'
import type { Eip1193Provider } from '../src/evm/eip1193.ts'

type Dapp = {
  details: { info: WalletInfo; provider: Eip1193Provider }[]
  readonly provider: Eip1193Provider
  events: [event: string, payload: unknown][]
  listen(): void
}

declare global {
  interface Window {
    dapp: Dapp
    ethereum: unknown
  }
}

// A page that records the wallets and events it finds, for the tests of `injectWallet`.
window.dapp = {
  details: [],
  events: [],
  get provider() {
    return (this.details[0] as Dapp['details'][number]).provider
  },
  listen() {
    const { events, provider } = this
    provider.on('accountsChanged', (accounts) => events.push(['accountsChanged', accounts]))
    provider.on('chainChanged', (chainId) => events.push(['chainChanged', chainId]))
    provider.on('disconnect', ({ code }) => events.push(['disconnect', code]))
  },
}
window.addEventListener('eip6963:announceProvider', (event) =>
  window.dapp.details.push((event as CustomEvent).detail),
)
window.dispatchEvent(new Event('eip6963:requestProvider'))
window.dispatchEvent(new Event('eip6963:requestProvider'))
