import type { NamespaceId } from '@portico/protocol'
import { createKit } from '../createKit.ts'
import { bitcoin, bitcoinTestnet } from '../networks/bitcoin.ts'
import { base, mainnet } from '../networks/evm.ts'
import { solana, solanaDevnet } from '../networks/solana.ts'
import type { KitOptions } from '../options.ts'
import { fakeNamespace, fakeWallet } from './fakeNamespace.ts'
import { memoryStorage } from './memoryStorage.ts'

export const families: readonly NamespaceId[] = ['eip155', 'solana', 'bip122']

/** A kit of three families with two networks each, and one fake wallet called "Polyglot" that is in all of them. */
export function threeFamilies(options: Partial<KitOptions> = {}) {
  const wallets = {
    eip155: fakeWallet({ id: 'io.poly', name: 'Polyglot' }),
    solana: fakeWallet({ id: 'Polyglot', name: 'Polyglot', namespace: 'solana' }),
    bip122: fakeWallet({ id: 'Polyglot', name: 'Polyglot', namespace: 'bip122' }),
  }
  const found = {
    eip155: fakeNamespace([wallets.eip155]),
    solana: fakeNamespace([wallets.solana]),
    bip122: fakeNamespace([wallets.bip122]),
  }
  const storage = options.storage ?? memoryStorage()
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, base, solana, solanaDevnet, bitcoin, bitcoinTestnet],
    adapters: families.map((family) => ({ namespace: found[family].namespace })),
    logLevel: 'silent',
    ...options,
    storage,
  })
  return { kit, wallets, found, storage: storage as ReturnType<typeof memoryStorage> }
}
