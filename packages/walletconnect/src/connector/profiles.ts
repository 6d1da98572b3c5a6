import type { Account, Network } from '@portico/core'
import {
  type CaipNetworkId,
  type NamespaceId,
  RpcError,
  readProperty,
  rpcErrorCodes,
} from '@portico/protocol'
import { toBase58, toUtf8 } from '@portico/protocol/walletconnect'
import type { Channel } from './createChannel.ts'
import { ethereumAnswers, formatEthereumChain, switchEthereum } from './ethereum.ts'

/** Asks the wallet of a session on the network it is on. */
export type Ask = (method: string, params: unknown) => Promise<unknown>

/** Answers a method without the wallet, or by more than passing it on. */
export type Answer = (params: unknown) => unknown

/** What differs per family: what is asked for when pairing, how a text is signed, what a provider answers. */
export type Profile = {
  methods: readonly string[]
  events: readonly string[]
  accountType: Account['type']
  signMessage(parameters: { ask: Ask; message: string; address: string }): Promise<string>
  switchNetwork(channel: Channel, network: Network): Promise<void>
  answers(channel: Channel): Readonly<Record<string, Answer>>
  /** A network as the family's providers name it. */
  formatChain(networkId: CaipNetworkId): string
}

const plain = {
  async switchNetwork(channel, { caipNetworkId }) {
    if (!(await channel.waitForChain(caipNetworkId))) {
      throw new RpcError({
        rpcCode: rpcErrorCodes.unrecognizedChain,
        message: 'The wallet does not share this network with the application.',
        metaMessages: [`Network: ${caipNetworkId}`],
      })
    }
    channel.setChain(caipNetworkId)
  },
  answers: () => ({}),
  formatChain: (networkId) => networkId,
} satisfies Partial<Profile>

/** To add a family: a row here. */
export const profiles: Readonly<Record<NamespaceId, Profile>> = {
  eip155: {
    methods: [
      'eth_sendTransaction',
      'eth_signTypedData_v4',
      'personal_sign',
      'wallet_addEthereumChain',
      'wallet_getAssets',
      'wallet_getCallsStatus',
      'wallet_getCapabilities',
      'wallet_grantPermissions',
      'wallet_revokePermissions',
      'wallet_sendCalls',
      'wallet_switchEthereumChain',
      'wallet_watchAsset',
    ],
    events: ['accountsChanged', 'chainChanged'],
    accountType: 'eoa',
    async signMessage({ ask, message, address }) {
      const hex = Array.from(toUtf8(message), (byte) => byte.toString(16).padStart(2, '0')).join('')
      return signatureOf(await ask('personal_sign', [`0x${hex}`, address]), /^0x(?:[0-9a-f]{2})+$/i)
    },
    switchNetwork: switchEthereum,
    answers: ethereumAnswers,
    formatChain: formatEthereumChain,
  },
  solana: {
    ...plain,
    methods: [
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    events: [],
    accountType: 'eoa',
    async signMessage({ ask, message, address }) {
      const answer = await ask('solana_signMessage', {
        message: toBase58(toUtf8(message)),
        pubkey: address,
      })
      return signatureOf(readProperty(answer, 'signature'), /^[1-9A-HJ-NP-Za-km-z]+$/)
    },
  },
  bip122: {
    ...plain,
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    events: ['bip122_addressesChanged'],
    accountType: 'payment',
    async signMessage({ ask, message, address }) {
      const answer = await ask('signMessage', { message, account: address, address })
      return signatureOf(readProperty(answer, 'signature'), /^[0-9a-zA-Z+/=_-]+$/)
    },
  },
}

function signatureOf(value: unknown, form: RegExp): string {
  if (typeof value === 'string' && value.length <= 100_000 && form.test(value)) return value
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The wallet signed badly: its answer is not a signature.',
  })
}
