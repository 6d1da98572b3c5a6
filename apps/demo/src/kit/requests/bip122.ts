import type { BitcoinProvider } from '@portico/bitcoin'
import type { ConnectedWallet, WalletRequests } from './ConnectedWallet.ts'

/** Account 1 of the test mnemonic on each local network; its key is public. */
const recipients: Readonly<Record<string, string | undefined>> = {
  'bip122:0f9188f13cb7b2c71f2a335e3a4fc328': 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3',
  'bip122:00000008819873e925422c1ff0f99f7c': 'tb1qddd479298yf4mtzdxwudkd7npj7ln3s52vyrpc',
}
const tenThousandSat = '10000'

type Wallet = ConnectedWallet<BitcoinProvider>

/** Requests to a Bitcoin wallet. */
export const requests = {
  async signMessage({ provider, address }: Wallet): Promise<string> {
    return `Signed: ${await provider.signMessage({ address, message: 'Hello from the Portico demo.' })}`
  },

  async sendTransaction({ provider, network }: Wallet): Promise<string> {
    const recipient = recipients[network.caipNetworkId]
    if (!recipient) return 'The demo sends transactions on local networks only. Switch to a local network.'
    return `Sent: ${await provider.sendTransfer({ recipient, amount: tenThousandSat })}`
  },

  async readBlockNumber({ network }: Wallet): Promise<string> {
    const response = await fetch(`${network.rpcUrls.default?.http[0]}/blocks/tip/height`)
    return `Block ${Number(await response.text())}`
  },
} satisfies WalletRequests<BitcoinProvider>
