import type { WalletInfo } from '../src/evm/createWalletInfo.ts'
import type { Eip1193Provider } from '../src/evm/eip1193.ts'

type Dapp = {
  details: { info: WalletInfo; provider: Eip1193Provider }[]
  readonly provider: Eip1193Provider
  heard: [event: string, payload: unknown][]
  listen(): void
}

declare global {
  interface Window {
    dapp: Dapp
    ethereum: unknown
  }
}

// A page that looks for wallets, and keeps what it finds and hears, for the tests of `injectWallet`.
window.dapp = {
  details: [],
  heard: [],
  get provider() {
    return (this.details[0] as Dapp['details'][number]).provider
  },
  listen() {
    const { heard, provider } = this
    provider.on('accountsChanged', (accounts) => heard.push(['accountsChanged', accounts]))
    provider.on('chainChanged', (chainId) => heard.push(['chainChanged', chainId]))
    provider.on('disconnect', ({ code }) => heard.push(['disconnect', code]))
  },
}
window.addEventListener('eip6963:announceProvider', (event) =>
  window.dapp.details.push((event as CustomEvent).detail),
)
window.dispatchEvent(new Event('eip6963:requestProvider'))
window.dispatchEvent(new Event('eip6963:requestProvider'))
