import { createXverseProvider, type XverseProvider } from '@portico/testkit'
import { base64, hex } from '@scure/base'

/** Asks the wallet behind a shape, and throws its errors as its shape does. */
async function ask(xverse: XverseProvider, method: string, params?: unknown): Promise<never> {
  const answer = await xverse.provider.request(method, params)
  if ('result' in answer) return answer.result as never
  const { code, message } = answer.error
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

const simple = (type: unknown) => (type === 'bip322-simple' ? 'BIP322' : 'ECDSA')

/**
 * Shapes of wallets around a wallet that really signs: what it is asked, its keys and its person are those of the
 * testkit's; how the page asks is the shape's.
 */
export function windowWallets(
  xverse: XverseProvider = createXverseProvider({
    allowMainnet: true,
    chains: ['bitcoin:mainnet', 'bitcoin:testnet', 'bitcoin:signet'],
  }),
) {
  const accounts = () =>
    ask(xverse, 'getAccounts', { purposes: ['payment', 'ordinals'] }) as Promise<Address[]>
  const payment = async () => ((await accounts()) as [Address])[0]
  const chains = { Mainnet: 'BITCOIN_MAINNET', Testnet: 'BITCOIN_TESTNET', Signet: 'BITCOIN_SIGNET' } as const

  const unisat = {
    requestAccounts: async () => [(await payment()).address],
    getAccounts: async () => (xverse.connected ? [(await payment()).address] : []),
    getPublicKey: async () => (await payment()).publicKey,
    async getChain() {
      const { bitcoin } = (await ask(xverse, 'wallet_getNetwork')) as {
        bitcoin: { name: keyof typeof chains }
      }
      return { enum: chains[bitcoin.name] }
    },
    async switchChain(chain: string) {
      const name = (Object.keys(chains) as (keyof typeof chains)[]).find((one) => chains[one] === chain)
      await ask(xverse, 'wallet_changeNetwork', { name })
    },
    async signMessage(message: string, type: string) {
      const { address } = await payment()
      const { signature } = (await ask(xverse, 'signMessage', {
        address,
        message,
        protocol: simple(type),
      })) as {
        signature: string
      }
      return signature
    },
    async signPsbt(psbt: string, { toSignInputs = [] }: PsbtOptions = {}) {
      const params = { psbt: base64.encode(hex.decode(psbt)), signInputs: byAddress(toSignInputs) }
      return hex.encode(base64.decode(((await ask(xverse, 'signPsbt', params)) as { psbt: string }).psbt))
    },
    async sendBitcoin(address: string, amount: number) {
      return ((await ask(xverse, 'sendTransfer', { recipients: [{ address, amount }] })) as { txid: string })
        .txid
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

  const okxOn = (name: string) => ({
    async connect() {
      await accounts()
      const { bitcoin } = (await ask(xverse, 'wallet_getNetwork')) as { bitcoin: { name: string } }
      if (bitcoin.name !== name) await ask(xverse, 'wallet_changeNetwork', { name })
      const { address, publicKey } = await payment()
      return { address, publicKey, compressedPublicKey: publicKey }
    },
    signMessage: unisat.signMessage,
    signPsbt: unisat.signPsbt,
  })
  const okx = {
    bitcoin: { ...unisat, ...okxOn('Mainnet') },
    bitcoinTestnet: okxOn('Testnet'),
    bitcoinSignet: okxOn('Signet'),
  }

  const leather = {
    async request(method: string, params: Record<string, unknown>) {
      const answer = (result: unknown) => ({ jsonrpc: '2.0', id: '1', result })
      try {
        if (method === 'getAddresses') {
          const addresses = (await accounts()).map(({ addressType, ...one }) => ({
            ...one,
            symbol: 'BTC',
            type: addressType,
          }))
          return answer({ addresses: [...addresses, { symbol: 'STX', address: 'SP2Z' }] })
        }
        if (method === 'signMessage') {
          const address = (await accounts()).find((one) => one.addressType === params.paymentType)?.address
          return answer(
            await ask(xverse, 'signMessage', { address, message: params.message, protocol: 'BIP322' }),
          )
        }
        if (method === 'signPsbt') {
          const inputs = (params.signAtIndex as number[]).map((index) => ({ index }))
          const { address } = await payment()
          const psbt = await unisat.signPsbt(params.hex as string, {
            toSignInputs: inputs.map((input) => ({ ...input, address })),
          })
          return answer({ hex: psbt })
        }
        const [recipient] = params.recipients as [{ address: string; amount: string }]
        const recipients = [{ ...recipient, amount: Number(recipient.amount) }]
        return answer(await ask(xverse, 'sendTransfer', { recipients }))
      } catch (error) {
        // It rejects with the whole answer.
        throw { jsonrpc: '2.0', id: '1', error }
      }
    },
  }

  const phantom = {
    isPhantom: true,
    requestAccounts: accounts,
    async signMessage(address: string, message: Uint8Array) {
      const text = new TextDecoder().decode(message)
      const { signature } = (await ask(xverse, 'signMessage', {
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
      return base64.decode(((await ask(xverse, 'signPsbt', params)) as { psbt: string }).psbt)
    },
    on: () => {},
  }

  return { xverse, unisat, okx, leather, phantom }
}
