import { formatEther, hexToString } from 'viem'
import type { WalletRequest } from '../createApprovals.ts'
import { isHexBytes } from '../evm/isHexBytes.ts'

/** The texts of a prompt: plain text of bounded length, taken from the page's parameters. */
export type RequestText = {
  /** The question. */
  title: string
  /** Details, as name and value. */
  facts: readonly (readonly [name: string, value: string])[]
  /** What is to be signed. */
  content?: string | undefined
}

/** Describes a request for the prompt. Never throws: parameters it cannot parse are shown as JSON. */
export function describeRequest(request: WalletRequest): RequestText {
  const texts = Object.hasOwn(table, request.method) ? table[request.method] : undefined
  try {
    if (texts) return texts(Array.isArray(request.params) ? request.params : [request.params], request)
  } catch {
    // Parameters of an unexpected shape are shown as JSON below.
  }
  return { title: `Allow ${clip(request.method, 60)}?`, facts: [], content: json(request.params) }
}

// biome-ignore lint/suspicious/noExplicitAny: untrusted parameters; a wrong shape throws and is shown as JSON.
type Describe = (params: any[], request: WalletRequest) => RequestText

const connect: Describe = (_, { origin }) => ({
  title: 'Connect to this site?',
  facts: [['Site', origin]],
  content: 'It will see the addresses and balances of your accounts.',
})

const bitcoinMessage: Describe = ([{ account, address, message }]) => ({
  title: 'Sign this message?',
  facts: [['Account', clip(account ?? address, 62)]],
  content: clip(message),
})

const psbt: Describe = ([params], { network }) => ({
  title: 'Sign this Bitcoin transaction?',
  facts: [['Network', network]],
  content: json(params.psbts ?? params),
})

const transaction: Describe = ([{ from, to, value, data, input }], { network }) => ({
  title: 'Send this transaction?',
  facts: [
    ['Network', network],
    ['From', clip(from, 42)],
    ['To', to ? clip(to, 42) : 'New contract'],
    ['Value', `${formatEther(BigInt(value ?? 0))} ETH`],
  ],
  ...((data ?? input) ? { content: clip(data ?? input) } : {}),
})

const message: Describe = ([{ account, message }]) => ({
  title: 'Sign this message?',
  facts: [['Account', clip(account, 44)]],
  content: clip(message),
})

const solanaTransaction: Describe = ([{ account, transactions }], { network }) => ({
  title:
    transactions.length === 1 ? 'Sign this transaction?' : `Sign these ${transactions.length} transactions?`,
  facts: [
    ['Network', network],
    ['Account', clip(account, 44)],
  ],
  content: clip(transactions.join('\n\n')),
})

const table: Readonly<Record<string, Describe>> = {
  'standard:connect': connect,
  'solana:signIn': (params, request) => ({
    ...message(params, request),
    title: 'Sign in with this account?',
  }),
  'solana:signMessage': message,
  'solana:signTransaction': solanaTransaction,
  'solana:signAndSendTransaction': (params, request) => ({
    ...solanaTransaction(params, request),
    title: params[0].transactions.length === 1 ? 'Send this transaction?' : 'Send these transactions?',
  }),
  'bitcoin:connect': connect,
  'bitcoin:signMessage': bitcoinMessage,
  'bitcoin:signTransaction': psbt,
  'bitcoin:signAndSendTransaction': psbt,
  wallet_connect: connect,
  getAccounts: connect,
  signMessage: bitcoinMessage,
  signPsbt: psbt,
  sendTransfer: ([{ recipients }], { network }) => ({
    title: 'Send bitcoin?',
    facts: [
      ['Network', network],
      ...recipients.flatMap(({ address, amount }: { address: string; amount: number }) => [
        ['To', clip(address, 62)],
        ['Amount', `${(amount / 1e8).toFixed(8)} BTC`],
      ]),
    ],
  }),
  wallet_changeNetwork: ([{ name }], { network }) => ({
    title: 'Switch the network?',
    facts: [
      ['From', network],
      ['To', clip(name, 30)],
    ],
  }),
  eth_requestAccounts: connect,
  wallet_requestPermissions: connect,
  personal_sign: ([message, account]) => ({
    title: 'Sign this message?',
    facts: [['Account', clip(account, 42)]],
    content: clip(isHexBytes(message) ? hexToString(message) : message),
  }),
  eth_signTypedData_v4: ([account, data]) => ({
    title: 'Sign this typed data?',
    facts: [['Account', clip(account, 42)]],
    content: json(typeof data === 'string' ? JSON.parse(data) : data),
  }),
  eth_sendTransaction: transaction,
  eth_signTransaction: (params, request) => ({
    ...transaction(params, request),
    title: 'Sign this transaction?',
  }),
  wallet_switchEthereumChain: ([{ chainId }], { network }) => ({
    title: 'Switch the network?',
    facts: [
      ['From', network],
      ['To', `eip155:${Number(chainId)}`],
    ],
  }),
  wallet_addEthereumChain: ([{ chainId, chainName, rpcUrls }]) => ({
    title: 'Add this network?',
    facts: [
      ['Name', clip(chainName, 60)],
      ['Network', `eip155:${Number(chainId)}`],
      ['RPC', clip(rpcUrls[0], 100)],
    ],
  }),
  wallet_watchAsset: ([{ options }]) => ({
    title: 'Show this token?',
    facts: [
      ['Symbol', clip(options.symbol ?? '', 20)],
      ['Address', clip(options.address, 42)],
    ],
  }),
}

function json(value: unknown): string {
  return clip(JSON.stringify(value, null, 2) ?? '')
}

// A page may request to sign megabytes, and rendering them would freeze the tab.
function clip(text: string, length = 5000): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}
