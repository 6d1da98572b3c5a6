import { type NamespaceId, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { toBase58, toUtf8 } from '@portico/protocol/walletconnect'
import { chainNotSharedError } from './chainNotSharedError.ts'
import { ethereumHandlers, formatEthereumChain, switchEthereum } from './ethereum.ts'
import type { NamespaceAdapter } from './NamespaceAdapter.ts'

/** For namespaces whose wallets cannot be asked to switch, and whose provider methods all go to the wallet. */
const defaults = {
  async switchNetwork(session, { caipNetworkId }) {
    if (!(await session.waitForChain(caipNetworkId))) throw chainNotSharedError(caipNetworkId)
    session.setChain(caipNetworkId)
  },
  localHandlers: () => ({}),
  formatChain: (networkId) => networkId,
} satisfies Partial<NamespaceAdapter>

/** The adapter of each namespace. To support another namespace, add an entry. */
export const namespaceAdapters: Readonly<Record<NamespaceId, NamespaceAdapter>> = {
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
    async signMessage({ request, message, address }) {
      const hex = Array.from(toUtf8(message), (byte) => byte.toString(16).padStart(2, '0')).join('')
      const response = await request('personal_sign', [`0x${hex}`, address])
      return parseSignature(response, /^0x(?:[0-9a-f]{2})+$/i)
    },
    switchNetwork: switchEthereum,
    localHandlers: ethereumHandlers,
    formatChain: formatEthereumChain,
  },
  solana: {
    ...defaults,
    methods: [
      'solana_signAllTransactions',
      'solana_signAndSendTransaction',
      'solana_signMessage',
      'solana_signTransaction',
    ],
    events: [],
    accountType: 'eoa',
    async signMessage({ request, message, address }) {
      const response = await request('solana_signMessage', {
        message: toBase58(toUtf8(message)),
        pubkey: address,
      })
      return parseSignature(readProperty(response, 'signature'), /^[1-9A-HJ-NP-Za-km-z]+$/)
    },
  },
  bip122: {
    ...defaults,
    methods: ['getAccountAddresses', 'sendTransfer', 'signMessage', 'signPsbt'],
    events: ['bip122_addressesChanged'],
    accountType: 'payment',
    async signMessage({ request, message, address }) {
      const response = await request('signMessage', { message, account: address, address })
      return parseSignature(readProperty(response, 'signature'), /^[0-9a-zA-Z+/=_-]+$/)
    },
  },
}

function parseSignature(value: unknown, pattern: RegExp): string {
  if (typeof value === 'string' && value.length <= 100_000 && pattern.test(value)) return value
  throw new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The wallet returned an invalid signature.',
  })
}
