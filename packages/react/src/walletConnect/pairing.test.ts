// @vitest-environment jsdom
import type { Kit } from '@portico/core'
import { addConnectors, getRecentWallets } from '@portico/core/internal'
import { ada, deferred, fakeSIWX, sessionOf, testKit } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import type { SIWXSession } from '@portico/siwx'
import type { WalletConnect } from '@portico/walletconnect'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { watchEffects } from '../modal/effects.ts'
import { openModal } from '../modal/modalActions.ts'
import { createRouter } from '../modal/router.ts'
import { base, mainnet, solana } from '../networks.ts'
import { createTheme } from '../theme.ts'
import { getPairing, preparePairing, startPairing } from './pairing.ts'
import { startWalletConnect } from './startWalletConnect.ts'

vi.mock('./startWalletConnect.ts')

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const rainbow = { id: 'rainbow', name: 'Rainbow', image_url: '/getWalletImage/rainbow' }
const trust = { id: 'trust', name: 'Trust' }

/** Pairs after the visitor has chosen these wallets of the list, one after the other. */
function start(...chosen: readonly (typeof trust | undefined)[]) {
  const siwx = fakeSIWX()
  return { siwx, ...startWith(testKit({ siwx }).kit, chosen) }
}

function startWith(kit: Kit, chosen: readonly (typeof trust | undefined)[]) {
  stops.push(() => kit.destroy())
  addConnectors(kit, [
    {
      ...{ id: 'walletConnect', name: 'WalletConnect', type: 'WALLET_CONNECT', namespace: 'eip155' },
      connect: async () => ({ accounts: [{ address: ada, type: 'eoa' }], networkId: 'eip155:1' }),
      disconnect: async () => {},
      switchNetwork: async () => {},
      signMessage: async () => '0x',
      getProvider: () => undefined,
      subscribe: () => () => {},
    },
  ])
  const wallet = deferred<Awaited<ReturnType<WalletConnect['connect']>>>()
  vi.mocked(startWalletConnect).mockReturnValue({
    connect: () => wallet.promise,
  } as Partial<WalletConnect> as WalletConnect)
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  openModal(scope, { name: 'connect' })
  for (const one of chosen) startPairing(scope, { method: 'qrcode', wallet: one })
  return {
    kit,
    scope,
    snack: () => scope.router.store.getState().snack,
    approve: (...proofs: readonly SIWXSession[]) =>
      wallet.resolve({ namespaces: ['eip155'], proofs, wallet: { name: 'Rainbow' } }),
    reject: () => wallet.reject(new RpcError({ rpcCode: 4001, message: 'Rejected.' })),
    hasStatus: (status: string) => vi.waitFor(() => expect(getPairing(kit).getState().status).toBe(status)),
  }
}

describe('startPairing', () => {
  test('behavior: the wallet chosen last becomes a recent wallet once it has connected', async () => {
    const { kit, approve, hasStatus } = start(trust, rainbow)
    expect(getRecentWallets(kit)).toEqual([])
    approve()
    await hasStatus('done')
    expect(getRecentWallets(kit)).toEqual([rainbow])
  })

  test('behavior: a wallet that was not chosen from the list does not', async () => {
    const { kit, approve, hasStatus } = start(trust, undefined)
    approve()
    await hasStatus('done')
    expect(getRecentWallets(kit)).toEqual([])
  })

  test('error: a wallet that rejects does not', async () => {
    const { kit, reject, hasStatus } = start(trust)
    reject()
    await hasStatus('rejected')
    expect(getRecentWallets(kit)).toEqual([])
  })

  test('behavior: the modal closes once the wallet has connected', async () => {
    const { scope, approve } = startWith(testKit().kit, [undefined])
    stops.push(watchEffects(scope))
    scope.router.push({ name: 'connecting-wallet-connect-basic' })
    expect(scope.router.store.getState().open).toBe(true)
    approve()
    await vi.waitFor(() => expect(scope.router.store.getState().open).toBe(false))
  })

  test('behavior: one-click sign-in shows a message while it is verified and stored', async () => {
    const { kit, siwx, approve, hasStatus, snack } = start(undefined)
    const stored = deferred()
    siwx.setSessions = () => stored.promise
    expect(snack()).toBeUndefined()
    approve(sessionOf(ada))
    await vi.waitFor(() => expect(snack()).toMatchObject({ kind: 'loading', text: 'sign.busy' }))
    expect(kit.store.getState().connections.eip155?.status).toBe('connecting')
    stored.resolve()
    await hasStatus('done')
    expect(snack()).toBeUndefined()
  })

  test('error: the message of a one-click sign-in that fails goes away', async () => {
    const { siwx, approve, hasStatus, snack } = start(undefined)
    siwx.setSessions = () => Promise.reject(new Error('not valid'))
    approve(sessionOf(ada))
    await hasStatus('failed')
    expect(snack()).toBeUndefined()
  })
})

describe('one-click sign-in', () => {
  /** Starts a pairing in a kit with these options; returns whether it asks for a sign-in. */
  async function asksFor(options: Parameters<typeof testKit>[0]): Promise<boolean> {
    const { kit } = testKit(options)
    stops.push(() => kit.destroy())
    Object.assign(kit.namespaces.get('eip155') ?? {}, { hasOneClickAuth: true })
    const asked = deferred<boolean>()
    vi.mocked(startWalletConnect).mockReturnValue({
      connect({ signIn }: Parameters<WalletConnect['connect']>[0]) {
        asked.resolve(signIn !== undefined)
        return new Promise(() => {})
      },
    } as Partial<WalletConnect> as WalletConnect)
    const scope = { kit, router: createRouter(), theme: createTheme({}) }
    openModal(scope, { name: 'connect' })
    preparePairing(scope)
    return asked.promise
  }

  test('behavior: only if sign-in is enabled and all networks are of Ethereum', async () => {
    expect(await asksFor({ siwx: fakeSIWX(), networks: [mainnet, base] })).toBe(true)
    expect(await asksFor({ networks: [mainnet, base] })).toBe(false)
    expect(await asksFor({ siwx: fakeSIWX(), networks: [mainnet, solana] })).toBe(false)
  })
})
