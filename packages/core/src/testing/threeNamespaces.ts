import type { NamespaceId } from '@portico/protocol'
import { createKit } from '../createKit.ts'
import { bitcoin, bitcoinTestnet } from '../networks/bitcoin.ts'
import { base, mainnet } from '../networks/evm.ts'
import { solana, solanaDevnet } from '../networks/solana.ts'
import type { KitOptions } from '../options.ts'
import { fakeNamespace, fakeWallet } from './fakeNamespace.ts'
import { memoryStorage } from './memoryStorage.ts'

export const namespaceIds: readonly NamespaceId[] = ['eip155', 'solana', 'bip122']

/**
 * Creates a kit with three namespaces, two networks each, and one fake wallet, "Polyglot", that supports all three.
 */
export function threeNamespaces(options: Partial<KitOptions> = {}) {
  const wallets = {
    eip155: fakeWallet({ id: 'io.poly', name: 'Polyglot' }),
    solana: fakeWallet({ id: 'Polyglot', name: 'Polyglot', namespace: 'solana' }),
    bip122: fakeWallet({ id: 'Polyglot', name: 'Polyglot', namespace: 'bip122' }),
  }
  const fakes = {
    eip155: fakeNamespace([wallets.eip155]),
    solana: fakeNamespace([wallets.solana]),
    bip122: fakeNamespace([wallets.bip122]),
  }
  const storage = options.storage ?? memoryStorage()
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, base, solana, solanaDevnet, bitcoin, bitcoinTestnet],
    adapters: namespaceIds.map((namespace) => ({ namespace: fakes[namespace].namespace })),
    logLevel: 'silent',
    ...options,
    storage,
  })
  return { kit, wallets, fakes, storage: storage as ReturnType<typeof memoryStorage> }
}
