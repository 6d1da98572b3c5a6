import { createKit } from '../createKit.ts'
import type { Kit } from '../kit.ts'
import { base, mainnet } from '../networks/evm.ts'
import type { KitOptions } from '../options.ts'
import { type FakeWallet, fakeNamespace, fakeWallet } from './fakeNamespace.ts'
import { memoryStorage } from './memoryStorage.ts'

/** Creates a kit with Ethereum and Base and one fake wallet. The test destroys it. */
export function testKit(options: Partial<KitOptions> = {}, wallets: readonly FakeWallet[] = [fakeWallet()]) {
  const fake = fakeNamespace(wallets)
  const storage = memoryStorage()
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace: fake.namespace }],
    storage,
    logLevel: 'silent',
    ...options,
  })
  const [wallet] = wallets
  if (!wallet) throw new Error('A test kit needs a wallet.')
  return { kit, wallet, storage, fake }
}

/** Resolves once `predicate` is true for the state. Limited only by the timeout of the test. */
export function until(
  kit: Kit,
  predicate: (state: ReturnType<Kit['store']['getState']>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (predicate(kit.store.getState())) return resolve()
    const unsubscribe = kit.store.subscribe((state) => {
      if (!predicate(state)) return
      unsubscribe()
      resolve()
    })
  })
}
