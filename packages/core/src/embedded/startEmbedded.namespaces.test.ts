// @vitest-environment jsdom
import type { CaipNetworkId } from '@portico/protocol'
import { RpcError } from '@portico/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../actions/connect.ts'
import { disconnect } from '../actions/disconnect.ts'
import { switchNetwork } from '../actions/switchNetwork.ts'
import type { Kit } from '../kit.ts'
import type { EmbeddedNamespace } from '../namespace.ts'
import { base, mainnet } from '../networks/evm.ts'
import { solana, solanaDevnet } from '../networks/solana.ts'
import { ada, fakeNamespace, fakeSIWX, fakeWallet, testKit } from '../testing/index.ts'
import { authConnectorId, type Embedded, startEmbedded } from './index.ts'
import { fakeFrame, hang } from './testing/fakeFrame.ts'

const kits: Kit[] = []
afterEach(() => {
  for (const kit of kits.splice(0)) kit.destroy()
  document.body.replaceChildren()
})

const email = 'ada@example.org'
const mainnetId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
const devnetId = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const grace = '2xNweLHLqrbx4zo1waDvgWJHgsUpPj8Y8icbAFeR4a8i'

const solanaEmbedded: EmbeddedNamespace = {
  isAddress: (address) => address === grace,
  createProvider: ({ request, getNetworkId, onTransaction }) => ({
    provider: {
      async send() {
        const networkId = getNetworkId()
        onTransaction((await request({ method: 'solana_signAndSendTransaction' })) as string, networkId)
      },
    },
    signMessage: async ({ message, address }) =>
      `${await request({ method: 'solana_signMessage', params: { message, pubkey: address } })}`,
  }),
}

function setup(options: Parameters<typeof testKit>[0] & { hasSolana?: boolean } = {}) {
  const { hasSolana = true, ...kitOptions } = options
  const evm = fakeNamespace([fakeWallet()])
  const wallet = fakeWallet({ id: 'Phantom', namespace: 'solana' })
  const namespace = { ...fakeNamespace([wallet]).namespace, embedded: async () => solanaEmbedded }
  const { kit, storage } = testKit({
    walletUrl: 'http://wallet.localhost:4402',
    networks: [mainnet, base, solana, solanaDevnet],
    adapters: [{ namespace: evm.namespace }, { namespace }],
    ...kitOptions,
  })
  kits.push(kit)
  const frame = fakeFrame()
  frame.answers.set('CONNECT_EMAIL', () => ({ action: 'CONNECT' }))
  frame.answers.set('IS_CONNECTED', () => ({ isConnected: true }))
  frame.answers.set('SWITCH_NETWORK', ({ payload }) => payload)
  frame.answers.set('GET_USER', ({ payload }) => {
    const chainId = (payload as { chainId: string }).chainId
    if (!hasSolana && chainId.startsWith('solana:'))
      return Object.assign(new Error('It has no Solana account.'), { code: 4902 })
    const address = chainId.startsWith('solana:') ? grace : ada
    return { email, address, chainId, accounts: [{ address, type: 'eoa' }], preferredAccountType: 'eoa' }
  })
  const embedded = startEmbedded(kit, { mount: frame.mount }) as Embedded
  const state = () => kit.store.getState()
  const statusOf = (id: 'eip155' | 'solana') => state().connections[id]?.status
  const settled = () => vi.waitFor(() => expect(statusOf('solana')).not.toBe('reconnecting'))
  return { kit, storage, frame, embedded, state, statusOf, settled, wallet }
}

describe('startEmbedded with two namespaces', () => {
  test('behavior: one login connects both, and the active namespace stays', async () => {
    const { embedded, state, settled, frame } = setup()
    const active: string[] = []
    kits[0]?.store.subscribe(({ activeNamespace }) => active.push(activeNamespace))
    await embedded.logIn(email)
    await settled()
    expect(state().connections).toMatchObject({
      eip155: { status: 'connected', connectorId: authConnectorId, address: ada, networkId: 'eip155:1' },
      solana: { status: 'connected', connectorId: authConnectorId, address: grace, networkId: mainnetId },
    })
    expect(new Set(active)).toEqual(new Set(['eip155']))
    // The account type concerns EVM accounts only.
    expect(frame.types().filter((type) => type === 'SET_PREFERRED_ACCOUNT')).toHaveLength(1)
  })

  test('param: namespace, whose account becomes the active one', async () => {
    const { embedded, state, statusOf } = setup()
    await embedded.logIn(email, { namespace: 'solana' })
    expect(state().activeNamespace).toBe('solana')
    await vi.waitFor(() => expect(statusOf('eip155')).toBe('connected'))
    expect(state().activeNamespace).toBe('solana')
  })

  test('behavior: a page with Solana only', async () => {
    const namespace = { ...fakeNamespace([fakeWallet({ namespace: 'solana' })]).namespace }
    const { embedded, state, frame } = setup({
      networks: [solanaDevnet],
      adapters: [{ namespace: { ...namespace, embedded: async () => solanaEmbedded } }],
    })
    await embedded.logIn(email)
    expect(state().connections.solana).toMatchObject({ address: grace, networkId: devnetId })
    expect(frame.types()).not.toContain('SET_PREFERRED_ACCOUNT')
  })

  test('behavior: another wallet that is connected stays', async () => {
    const { kit, embedded, state } = setup()
    await connect(kit, { connectorId: 'Phantom', namespace: 'solana' })
    await embedded.logIn(email, { namespace: 'eip155' })
    expect(state().connections).toMatchObject({
      eip155: { connectorId: authConnectorId },
      solana: { connectorId: 'Phantom' },
    })
    expect(state().activeNamespace).toBe('eip155')
  })

  test('behavior: a wallet without a Solana account connects the other one', async () => {
    const { embedded, statusOf, settled } = setup({ hasSolana: false })
    await embedded.logIn(email)
    await settled()
    expect([statusOf('eip155'), statusOf('solana')]).toEqual(['connected', 'disconnected'])
  })

  test('behavior: disconnecting one or all ends the login in both, with one message', async () => {
    for (const namespace of ['solana', 'eip155', undefined] as const) {
      const { kit, embedded, settled, statusOf, state, frame } = setup()
      await embedded.logIn(email)
      await settled()
      await disconnect(kit, { namespace })
      expect([statusOf('eip155'), statusOf('solana')]).toEqual(['disconnected', 'disconnected'])
      // The visitor comes back to the namespace that was the active one.
      expect(state().activeNamespace).toBe('eip155')
      expect(frame.types().filter((type) => type === 'SIGN_OUT')).toHaveLength(1)
    }
  })

  test('behavior: a session that ended elsewhere disconnects both', async () => {
    const { embedded, settled, statusOf, state, frame } = setup()
    await embedded.logIn(email)
    await settled()
    frame.send({ type: 'DISCONNECTED', payload: {} })
    await vi.waitFor(() => expect(statusOf('solana')).toBe('disconnected'))
    expect(statusOf('eip155')).toBe('disconnected')
    expect(state().activeNamespace).toBe('eip155')
  })

  test('behavior: both are restored after a reload, each on its network', async () => {
    const first = setup()
    await first.embedded.logIn(email)
    await first.settled()
    await switchNetwork(first.kit, { network: devnetId })
    const { state, statusOf, settled } = setup({ storage: first.storage })
    await settled()
    await vi.waitFor(() => expect(statusOf('eip155')).toBe('connected'))
    expect(state().connections).toMatchObject({
      eip155: { address: ada, networkId: 'eip155:1' },
      solana: { address: grace, networkId: devnetId },
    })
    expect(state().activeNamespace).toBe('solana')
  })

  test('behavior: a frame that reloads is sent both networks, the active one last', async () => {
    const { kit, embedded, frame, settled } = setup()
    await embedded.logIn(email)
    await settled()
    await switchNetwork(kit, { network: 'eip155:8453' })
    frame.received.length = 0
    frame.answers.set('GET_CHAIN_ID', () => ({ chainId: 'eip155:1' }))
    frame.element?.dispatchEvent(new Event('load'))
    const switched = () => frame.received.filter(({ type }) => type === 'SWITCH_NETWORK')
    await vi.waitFor(() => expect(switched()).toHaveLength(2))
    expect(switched().map(({ payload }) => payload)).toEqual([
      { chainId: mainnetId },
      { chainId: 'eip155:8453' },
    ])
  })

  test('behavior: a switch to a network of the other namespace makes it the active one', async () => {
    const { kit, embedded, frame, state, settled } = setup()
    await embedded.logIn(email)
    await settled()
    await switchNetwork(kit, { network: devnetId })
    expect(state().activeNamespace).toBe('solana')
    expect(frame.received.at(-1)).toMatchObject({ type: 'SWITCH_NETWORK', payload: { chainId: devnetId } })
    await switchNetwork(kit, { network: 'eip155:1' })
    expect(state().activeNamespace).toBe('eip155')
  })

  test('behavior: requests of both wait in one list, on their networks, and transactions are reported', async () => {
    const { kit, embedded, frame, state, settled } = setup()
    await embedded.logIn(email)
    await settled()
    const evm = kit.connectors.get(`eip155:${authConnectorId}`)
    const provider = kit.connectors.get(`solana:${authConnectorId}`)?.getProvider()
    const sent: [string, CaipNetworkId][] = []
    kit.events.on((event) => {
      if (event.type === 'transaction') sent.push([event.hash, event.networkId])
    })
    const waiting: ((result: string) => void)[] = []
    frame.answers.set('RPC_REQUEST', () => new Promise((resolve) => waiting.push(resolve)))
    const signing = evm?.signMessage({ message: 'hi', address: ada })
    const sending = (provider as { send(): Promise<void> }).send()
    await vi.waitFor(() => expect(waiting).toHaveLength(2))
    expect(state().embedded?.requests.map(({ method }) => method)).toEqual([
      'personal_sign',
      'solana_signAndSendTransaction',
    ])
    expect(frame.received.slice(-2).map(({ payload }) => payload)).toMatchObject([
      { chainId: 'eip155:1' },
      { chainId: mainnetId },
    ])
    waiting[0]?.('0x12')
    waiting[1]?.('5sig')
    expect(await signing).toBe('0x12')
    await sending
    expect(sent).toEqual([['5sig', mainnetId]])
    expect(state().embedded?.requests).toEqual([])
  })

  test('error: closing the view rejects the requests of both', async () => {
    const { kit, embedded, frame, settled } = setup()
    await embedded.logIn(email)
    await settled()
    frame.answers.set('RPC_REQUEST', () => hang)
    const message = { message: 'hi', address: grace }
    const signing = kit.connectors.get(`solana:${authConnectorId}`)?.signMessage(message)
    const refused = expect(signing).rejects.toMatchObject({ rpcCode: 4001 })
    await vi.waitFor(() => expect(frame.types()).toContain('RPC_REQUEST'))
    embedded.abortRequests()
    await refused
    await vi.waitFor(() => expect(frame.types()).toContain('RPC_ABORT'))
  })

  test('error: an account that is not one of the namespace', async () => {
    const { embedded, frame } = setup()
    const user = {
      email,
      address: ada,
      accounts: [{ address: ada, type: 'eoa' }],
      preferredAccountType: 'eoa',
    }
    frame.answers.set('GET_USER', () => ({ ...user, chainId: 'eip155:1' }))
    await expect(embedded.logIn(email, { namespace: 'solana' })).rejects.toBeInstanceOf(RpcError)
  })

  test('behavior: a login on Solana prepares its sign-in for that network', async () => {
    const prepared: string[] = []
    const siwx = Object.assign(fakeSIWX(), {
      async prepareLogin({ chainId }: { chainId: CaipNetworkId }) {
        prepared.push(chainId)
        return undefined
      },
    })
    const { embedded, frame, state } = setup({ siwx })
    frame.answers.set('CONNECT_EMAIL', () => ({ action: 'VERIFY_OTP' }))
    await embedded.logIn(email, { namespace: 'solana' })
    await embedded.waitForCode(new AbortController().signal)
    expect(prepared).toEqual([mainnetId])
    expect(state().activeNamespace).toBe('solana')
  })
})
