import { createKit } from '../createKit.ts'
import type { Kit } from '../kit.ts'
import { base, mainnet } from '../networks/evm.ts'
import type { KitOptions } from '../options.ts'
import { type FakeWallet, fakeNamespace, fakeWallet } from './fakeNamespace.ts'
import { memoryStorage } from './memoryStorage.ts'

/** A kit on Ethereum and Base with one fake wallet, stopped when the test is over. */
export function testKit(options: Partial<KitOptions> = {}, wallets: readonly FakeWallet[] = [fakeWallet()]) {
  const family = fakeNamespace(wallets)
  const storage = memoryStorage()
  const kit = createKit({
    projectId: 'test',
    networks: [mainnet, base],
    adapters: [{ namespace: family.namespace }],
    storage,
    logLevel: 'silent',
    ...options,
  })
  const [wallet] = wallets
  if (!wallet) throw new Error('A test kit needs a wallet.')
  return { kit, wallet, storage, family }
}

/** Resolves once the state is as asked for; the test's own time-out is the limit. */
export function until(
  kit: Kit,
  isThere: (state: ReturnType<Kit['store']['getState']>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    if (isThere(kit.store.getState())) return resolve()
    const stop = kit.store.subscribe((state) => {
      if (!isThere(state)) return
      stop()
      resolve()
    })
  })
}
