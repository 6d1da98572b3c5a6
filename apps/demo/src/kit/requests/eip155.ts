import type { ConnectedWallet, WalletRequests } from './ConnectedWallet.ts'

/** The part of EIP-1193 an app needs. */
interface Eip1193 {
  request(parameters: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

/** Account 2 of the test mnemonic; its key is public. */
const recipient = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const hundredthOfEther = `0x${(10n ** 16n).toString(16)}`

/** Requests to an Ethereum wallet. */
export const requests = {
  /** @see https://eips.ethereum.org/EIPS/eip-191 */
  async signMessage({ provider, address }: ConnectedWallet<Eip1193>): Promise<string> {
    const bytes = new TextEncoder().encode('Hello from the Portico demo.')
    const message = `0x${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
    return `Signed: ${await provider.request({ method: 'personal_sign', params: [message, address] })}`
  },

  /** @see https://eips.ethereum.org/EIPS/eip-712 */
  async signTypedData({ provider, address, network }: ConnectedWallet<Eip1193>): Promise<string> {
    const data = {
      types: {
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
        Greeting: [
          { name: 'to', type: 'address' },
          { name: 'words', type: 'string' },
        ],
      },
      primaryType: 'Greeting',
      domain: { name: 'Portico Demo', version: '1', chainId: Number(network.id) },
      message: { to: recipient, words: 'Hello from the Portico demo.' },
    }
    const params = [address, JSON.stringify(data)]
    return `Signed: ${await provider.request({ method: 'eth_signTypedData_v4', params })}`
  },

  async sendTransaction({ provider, address }: ConnectedWallet<Eip1193>): Promise<string> {
    const transaction = { from: address, to: recipient, value: hundredthOfEther }
    return `Sent: ${await provider.request({ method: 'eth_sendTransaction', params: [transaction] })}`
  },

  async readBlockNumber({ provider }: ConnectedWallet<Eip1193>): Promise<string> {
    return `Block ${Number(await provider.request({ method: 'eth_blockNumber' }))}`
  },
} satisfies WalletRequests<Eip1193>
