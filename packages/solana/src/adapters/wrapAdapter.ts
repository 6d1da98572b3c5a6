import { readProperty } from '@portico/protocol'
import { fromBytes } from '../provider/transactionBytes.ts'
import { transactionSources } from '../provider/transactionSources.ts'
import { toAdapterTransaction } from './toAdapterTransaction.ts'
import type { AdapterTransaction, WalletAdapter } from './WalletAdapter.ts'

/** An adapter knows no chains: what it signs is sent to the network that the kit is on. */
const chains = ['solana:mainnet', 'solana:devnet', 'solana:testnet', 'solana:localnet'] as const

interface SignInput {
  transaction: Uint8Array
}

/**
 * Wraps a wallet adapter as a wallet of the Wallet Standard, so that the connector needs to know only these. The wallet
 * signs; transactions are sent by the connection of the application or the network's endpoints.
 *
 * @see https://github.com/wallet-standard/wallet-standard
 */
export function wrapAdapter(adapter: WalletAdapter): object {
  const supportedTransactionVersions = [...(adapter.supportedTransactionVersions ?? ['legacy'])]

  function listAccounts(): object[] {
    const { publicKey } = adapter
    if (!publicKey) return []
    const features = Object.keys(wallet.features).filter((name) => name.startsWith('solana:'))
    return [{ address: publicKey.toBase58(), publicKey: publicKey.toBytes(), chains, features }]
  }

  async function connect({ silent }: { silent?: boolean } = {}): Promise<{ accounts: object[] }> {
    // `autoConnect` asks for no permission in wallets that can tell.
    if (!adapter.publicKey) await call(() => (silent ? adapter.autoConnect?.() : adapter.connect()))
    return { accounts: listAccounts() }
  }

  /** Subscribes to the accounts; returns the function that unsubscribes. */
  function on(event: string, listener: (change: { accounts: object[] }) => void): () => void {
    if (event !== 'change') return () => {}
    const onChange = () => listener({ accounts: listAccounts() })
    const onDisconnect = () => listener({ accounts: [] })
    adapter.on('connect', onChange)
    adapter.on('disconnect', onDisconnect)
    return () => {
      adapter.off('connect', onChange)
      adapter.off('disconnect', onDisconnect)
    }
  }

  async function signTransaction(...inputs: SignInput[]): Promise<{ signedTransaction: Uint8Array }[]> {
    const takesVersions = supportedTransactionVersions.includes(0)
    const transactions = inputs.map(({ transaction: bytes }) => {
      // The class that the application uses: adapters may call any of its methods.
      const source = transactionSources.get(bytes)
      return source ? fromBytes(bytes, source) : toAdapterTransaction(bytes, takesVersions)
    })
    const signed = await call(() => signAll(transactions))
    return signed.map((transaction) => ({
      signedTransaction: transaction.serialize({ requireAllSignatures: false, verifySignatures: false }),
    }))
  }

  async function signAll(transactions: AdapterTransaction[]): Promise<AdapterTransaction[]> {
    if (transactions.length > 1 && adapter.signAllTransactions)
      return adapter.signAllTransactions(transactions)
    const signed: AdapterTransaction[] = []
    for (const transaction of transactions)
      signed.push(...((await adapter.signTransaction?.(transaction).then((one) => [one])) ?? []))
    return signed
  }

  const wallet = {
    version: '1.0.0',
    name: adapter.name,
    icon: adapter.icon,
    chains,
    get accounts() {
      return listAccounts()
    },
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': { version: '1.0.0', disconnect: () => call(() => adapter.disconnect()) },
      'standard:events': { version: '1.0.0', on },
      ...(adapter.signMessage && {
        'solana:signMessage': {
          version: '1.1.0',
          signMessage: (...inputs: { message: Uint8Array }[]) =>
            Promise.all(
              inputs.map(async ({ message }) => ({
                signedMessage: message,
                signature: await call(() => adapter.signMessage?.(message)),
              })),
            ),
        },
      }),
      ...(adapter.signTransaction && {
        'solana:signTransaction': { version: '1.0.0', supportedTransactionVersions, signTransaction },
      }),
      ...(adapter.signIn && {
        'solana:signIn': {
          version: '1.0.0',
          signIn: async (input: unknown) => [await call(() => adapter.signIn?.(input))],
        },
      }),
    },
  }
  return wallet
}

/** Calls an adapter. Its errors wrap those of the wallet, which have the code. */
async function call<T>(run: () => Promise<T> | T): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const isClosed = readProperty(error, 'name') === 'WalletWindowClosedError'
    if (isClosed) throw { code: 4001, message: 'The visitor closed the window of the wallet.' }
    throw readProperty(error, 'error') ?? error
  }
}
