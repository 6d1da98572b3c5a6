import { createXverseProvider, type XverseProvider } from '@portico/testkit'
import { base64, hex } from '@scure/base'

/** Sends a request to the underlying wallet and throws its errors in the format of window wallets. */
async function request(xverse: XverseProvider, method: string, params?: unknown): Promise<never> {
  const response = await xverse.provider.request(method, params)
  if ('result' in response) return response.result as never
  const { code, message } = response.error
  throw { code: code === -32000 ? 4001 : code, message }
}

type Address = { address: string; publicKey: string; purpose: string; addressType: string }
type PsbtOptions = { toSignInputs?: { index: number; address: string }[] }

function byAddress(inputs: { index: number; address: string }[]): Record<string, number[]> {
  return Object.fromEntries(
    inputs.map(({ address }) => [
      address,
      inputs.filter((input) => input.address === address).map(({ index }) => index),
    ]),
  )
}

const toProtocol = (type: unknown) => (type === 'bip322-simple' ? 'BIP322' : 'ECDSA')

/**
 * Wallet providers for tests, with the API of each wallet. All of them delegate to the testkit's Xverse provider,
 * which holds the keys, creates real signatures and simulates the user.
 */
export function windowWallets(
  xverse: XverseProvider = createXverseProvider({
    allowMainnet: true,
    chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:signet'],
  }),
) {
  const accounts = () =>
    request(xverse, 'getAccounts', { purposes: ['payment', 'ordinals'] }) as Promise<Address[]>
  const payment = async () => ((await accounts()) as [Address])[0]
  const chains = { Mainnet: 'BITCOIN_MAINNET', Testnet: 'BITCOIN_TESTNET', Signet: 'BITCOIN_SIGNET' } as const

  const unisat = {
    requestAccounts: async () => [(await payment()).address],
    getAccounts: async () => (xverse.connected ? [(await payment()).address] : []),
    getPublicKey: async () => (await payment()).publicKey,
    async getChain() {
      const { bitcoin } = (await request(xverse, 'wallet_getNetwork')) as {
        bitcoin: { name: keyof typeof chains }
      }
      return { enum: chains[bitcoin.name] }
    },
    async switchChain(chain: string) {
      const name = (Object.keys(chains) as (keyof typeof chains)[]).find((key) => chains[key] === chain)
      await request(xverse, 'wallet_changeNetwork', { name })
    },
    async signMessage(message: string, type: string) {
      const { address } = await payment()
      const { signature } = (await request(xverse, 'signMessage', {
        address,
        message,
        protocol: toProtocol(type),
      })) as {
        signature: string
      }
      return signature
    },
    async signPsbt(psbt: string, { toSignInputs = [] }: PsbtOptions = {}) {
      const params = { psbt: base64.encode(hex.decode(psbt)), signInputs: byAddress(toSignInputs) }
      return hex.encode(base64.decode(((await request(xverse, 'signPsbt', params)) as { psbt: string }).psbt))
    },
    async sendBitcoin(address: string, amount: number) {
      return (
        (await request(xverse, 'sendTransfer', { recipients: [{ address, amount }] })) as { txid: string }
      ).txid
    },
    on(event: string, listener: (payload: unknown) => void) {
      const names: Record<string, string> = {
        accountsChanged: 'accountChange',
        chainChanged: 'networkChange',
      }
      xverse.provider.addListener({
        eventName: names[event] ?? '',
        cb: (payload) => {
          const { addresses } = payload as { addresses: Address[] }
          listener(event === 'accountsChanged' ? addresses.slice(0, 1).map(({ address }) => address) : {})
        },
      })
    },
  }

  const createOkxProvider = (name: string) => ({
    async connect() {
      await accounts()
      const { bitcoin } = (await request(xverse, 'wallet_getNetwork')) as { bitcoin: { name: string } }
      if (bitcoin.name !== name) await request(xverse, 'wallet_changeNetwork', { name })
      const { address, publicKey } = await payment()
      return { address, publicKey, compressedPublicKey: publicKey }
    },
    signMessage: unisat.signMessage,
    signPsbt: unisat.signPsbt,
  })
  const okx = {
    bitcoin: { ...unisat, ...createOkxProvider('Mainnet') },
    bitcoinTestnet: createOkxProvider('Testnet'),
    bitcoinSignet: createOkxProvider('Signet'),
  }

  const leather = {
    async request(method: string, params: Record<string, unknown>) {
      const respond = (result: unknown) => ({ jsonrpc: '2.0', id: '1', result })
      try {
        if (method === 'getAddresses') {
          const addresses = (await accounts()).map(({ addressType, ...address }) => ({
            ...address,
            symbol: 'BTC',
            type: addressType,
          }))
          return respond({ addresses: [...addresses, { symbol: 'STX', address: 'SP2Z' }] })
        }
        if (method === 'signMessage') {
          const address = (await accounts()).find(
            (account) => account.addressType === params.paymentType,
          )?.address
          return respond(
            await request(xverse, 'signMessage', { address, message: params.message, protocol: 'BIP322' }),
          )
        }
        if (method === 'signPsbt') {
          const inputs = (params.signAtIndex as number[]).map((index) => ({ index }))
          const { address } = await payment()
          const psbt = await unisat.signPsbt(params.hex as string, {
            toSignInputs: inputs.map((input) => ({ ...input, address })),
          })
          return respond({ hex: psbt })
        }
        const [recipient] = params.recipients as [{ address: string; amount: string }]
        const recipients = [{ ...recipient, amount: Number(recipient.amount) }]
        return respond(await request(xverse, 'sendTransfer', { recipients }))
      } catch (error) {
        // Leather rejects with the whole JSON-RPC response.
        throw { jsonrpc: '2.0', id: '1', error }
      }
    },
  }

  const phantom = {
    isPhantom: true,
    requestAccounts: accounts,
    async signMessage(address: string, message: Uint8Array) {
      const text = new TextDecoder().decode(message)
      const { signature } = (await request(xverse, 'signMessage', {
        address,
        message: text,
        protocol: 'BIP322',
      })) as {
        signature: string
      }
      return { signature: base64.decode(signature) }
    },
    async signPSBT(
      psbt: Uint8Array,
      { inputsToSign }: { inputsToSign: { address: string; signingIndexes: number[] }[] },
    ) {
      const signInputs = byAddress(
        inputsToSign.flatMap(({ address, signingIndexes }) =>
          signingIndexes.map((index) => ({ address, index })),
        ),
      )
      const params = { psbt: base64.encode(psbt), signInputs }
      return base64.decode(((await request(xverse, 'signPsbt', params)) as { psbt: string }).psbt)
    },
    on: () => {},
  }

  return { xverse, unisat, okx, leather, phantom }
}
