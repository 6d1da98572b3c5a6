// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import type { Notice } from '../events/kitEvent.ts'
import type { Kit } from '../kit.ts'
import { getConnected } from '../selectors.ts'
import { fakeWallet } from '../testing/fakeNamespace.ts'
import { fakeSIWX } from '../testing/fakeSIWX.ts'
import { memoryStorage } from '../testing/memoryStorage.ts'
import { testKit, until } from '../testing/testKit.ts'
import type { failSignIn } from './failSignIn.ts'
import type { watchSignIn } from './watchSignIn.ts'

const code = vi.hoisted(() => ({ isAvailable: false, isFailureAvailable: true, loads: 0 }))
vi.mock('./failSignIn.ts', async (importOriginal) => {
  const original = await importOriginal<{ failSignIn: typeof failSignIn }>()
  return {
    get failSignIn() {
      if (!code.isFailureAvailable) throw new TypeError('Failed to fetch dynamically imported module')
      return original.failSignIn
    },
  }
})
vi.mock('./watchSignIn.ts', async (importOriginal) => {
  const original = await importOriginal<{ watchSignIn: typeof watchSignIn }>()
  return {
    // Reading the export fails as a rejected import of the file does.
    get watchSignIn() {
      code.loads += 1
      if (!code.isAvailable) throw new TypeError('Failed to fetch dynamically imported module')
      return original.watchSignIn
    },
  }
})

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
  Object.assign(code, { isAvailable: false, isFailureAvailable: true, loads: 0 })
})
function make({ required = true, ...options }: Parameters<typeof testKit>[0] & { required?: boolean } = {}) {
  const wallet = fakeWallet()
  wallet.granted = true
  const made = testKit({ siwx: fakeSIWX({ required }), ...options }, [wallet])
  kits.push(made.kit)
  const notices: Notice[] = []
  const tracked: string[] = []
  made.kit.events.on((event) => {
    if (event.type === 'notice') notices.push(event.notice)
    if (event.type === 'track') tracked.push(event.track.event)
  })
  return { ...made, wallet, notices, tracked }
}
const isDisconnected = (kit: Kit) =>
  until(kit, (state) => state.connections.eip155?.status === 'disconnected')

describe('failSignIn', () => {
  test.each([true, false])(
    'error: sign-in code that cannot be loaded disconnects and says so (required: %s)',
    async (required) => {
      const { kit, wallet, storage, notices, tracked } = make({ required })
      await connect(kit, { connectorId: 'dev.fake' })
      await isDisconnected(kit)
      expect(notices).toEqual(['auth-init-failed'])
      expect(tracked).toContain('SIWX_AUTH_ERROR')
      expect(wallet.calls).toEqual(['connect', 'disconnect'])
      expect(storage.entries.has('@appkit/eip155:connected_connector_id')).toBe(false)
    },
  )

  test('error: a restored connection is disconnected too', async () => {
    const stored = { '@appkit/eip155:connected_connector_id': 'dev.fake' }
    const { kit, notices } = make({ storage: memoryStorage(stored) })
    await isDisconnected(kit)
    expect(notices).toEqual(['auth-init-failed'])
  })

  test.each(['connected', 'restored'])(
    'error: without a network, when no code can be loaded, a %s wallet is disconnected too',
    async (how) => {
      code.isFailureAvailable = false
      const key = '@appkit/eip155:connected_connector_id'
      const storage = memoryStorage(how === 'restored' ? { [key]: 'dev.fake' } : {})
      const { kit, wallet, notices, tracked } = make({ storage })
      if (how === 'connected') await connect(kit, { connectorId: 'dev.fake' })
      await vi.waitFor(() => expect(notices).toEqual(['auth-init-failed']))
      await vi.dynamicImportSettled()
      expect(getConnected(kit.store.getState())).toBeUndefined()
      // A restored connection may end before the wallet has answered, which then needs no notification.
      if (how === 'connected') expect(wallet.calls).toEqual(['connect', 'disconnect'])
      expect(tracked).toContain('SIWX_AUTH_ERROR')
      expect(storage.entries.has(key)).toBe(false)
      expect(storage.entries.get('@appkit/connection_status')).toBe('disconnected')
      expect(storage.entries.get('@appkit/connected_namespaces') ?? '').toBe('')
    },
  )

  test('behavior: the code is loaded when a wallet may connect; if it cannot be, nothing is shown, and it is loaded again', async () => {
    const { kit, notices } = make()
    await vi.dynamicImportSettled()
    expect(code.loads).toBe(0)
    kit.events.emit({ type: 'connecting' })
    await vi.waitFor(() => expect(code.loads).toBe(1))
    expect(notices).toEqual([])
    code.isAvailable = true
    await connect(kit, { connectorId: 'dev.fake' })
    await until(kit, (state) => state.signIn.status === 'needed')
    expect(notices).toEqual([])
  })
})
