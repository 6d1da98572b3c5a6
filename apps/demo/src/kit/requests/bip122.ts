import type { BitcoinProvider } from '@portico/bitcoin'
import type { ConnectedWallet, WalletRequests } from './ConnectedWallet.ts'

/** Account 1 of the mnemonic the local Bitcoin funds, an address of regtest alone; its key is public. */
const recipient = 'bcrt1qddd479298yf4mtzdxwudkd7npj7ln3s5g9awk3'
const regtest = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const tenThousandSat = '10000'

type Wallet = ConnectedWallet<BitcoinProvider>

/** What the demo asks of a wallet of Bitcoin. */
export const requests = {
  async signMessage({ provider, address }: Wallet): Promise<string> {
    return `Signed: ${await provider.signMessage({ address, message: 'Hello from the Portico demo.' })}`
  },

  async sendTransaction({ provider, network }: Wallet): Promise<string> {
    if (network.caipNetworkId !== regtest) return 'The demo sends on Local Bitcoin alone.'
    return `Sent: ${await provider.sendTransfer({ recipient, amount: tenThousandSat })}`
  },

  async readBlockNumber({ network }: Wallet): Promise<string> {
    const response = await fetch(`${network.rpcUrls.default?.http[0]}/blocks/tip/height`)
    return `Block ${Number(await response.text())}`
  },
} satisfies WalletRequests<BitcoinProvider>
