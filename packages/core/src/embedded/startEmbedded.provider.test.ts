// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { switchNetwork } from '../actions/switchNetwork.ts'
import { ada, deferred } from '../testing/index.ts'
import { authConnectorId } from './index.ts'
import { hang } from './testing/fakeFrame.ts'
import { prepareEmbedded, until } from './testing/prepareEmbedded.ts'

const { loggedIn } = prepareEmbedded()

describe('the provider', () => {
  test('behavior: safe methods are sent directly, unsafe ones wait for approval', async () => {
    const { frame, provider, state } = await loggedIn()
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual([ada])
    const seen: unknown[] = []
    frame.answers.set('RPC_REQUEST', ({ payload }) => {
      seen.push([(payload as { method: string }).method, state().embedded?.requests.length])
      return '0x07'
    })
    expect(await provider.request({ method: 'eth_blockNumber' })).toBe('0x07')
    expect(await provider.request({ method: 'personal_sign', params: ['0x00', ada] })).toBe('0x07')
    expect(seen).toEqual([
      ['eth_blockNumber', 0],
      ['personal_sign', 1],
    ])
    expect(state().embedded?.requests).toEqual([])
  })

  test.each(['eth_sign', 'wallet_switchEthereumChain', 'constructor', 'made_up'])(
    'error: %s is refused with a notice, and pending requests are aborted',
    async (method) => {
      const { frame, provider, kit } = await loggedIn()
      const notices: string[] = []
      const logged = vi.spyOn(kit.logger, 'error')
      kit.events.on((event) => event.type === 'notice' && notices.push(event.notice))
      frame.answers.set('RPC_REQUEST', () => hang)
      const open = expect(
        provider.request({ method: 'personal_sign', params: ['0x00', ada] }),
      ).rejects.toMatchObject({ code: 4001, message: 'Request was aborted' })
      await until(() => frame.types().includes('RPC_REQUEST'))
      await expect(provider.request({ method })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      await open
      expect(notices).toEqual(['method-not-allowed'])
      expect(logged).toHaveBeenCalledWith(`Requested RPC call is not allowed: ${method}`)
      await until(() => frame.types().includes('RPC_ABORT'))
    },
  )

  test('error: the code of the frame’s error', async () => {
    const { frame, provider } = await loggedIn()
    frame.answers.set('RPC_REQUEST', () => Object.assign(new Error('No.'), { code: 4001 }))
    await expect(provider.request({ method: 'personal_sign', params: [] })).rejects.toMatchObject({
      code: 4001,
    })
  })

  test('error: parameters that cannot be cloned', async () => {
    const { provider } = await loggedIn()
    await expect(provider.request({ method: 'eth_call', params: [() => {}] })).rejects.toThrow()
  })

  test('behavior: a transaction belongs to the network of the request, even if the kit switches meanwhile', async () => {
    const { kit, frame, provider } = await loggedIn()
    const hash = `0x${'cd'.repeat(32)}`
    const sent = deferred<string>()
    frame.answers.set('RPC_REQUEST', () => sent.promise)
    frame.answers.set('SWITCH_NETWORK', () => ({ chainId: 'eip155:8453' }))
    const events: unknown[] = []
    kit.events.on((event) => event.type === 'transaction' && events.push(event.networkId))
    const asking = provider.request({ method: 'eth_sendTransaction', params: [{}] })
    await until(() => frame.types().includes('RPC_REQUEST'))
    await switchNetwork(kit, { network: 'eip155:8453' })
    sent.resolve(hash)
    expect(await asking).toBe(hash)
    expect(events).toEqual(['eip155:1'])
  })

  test('behavior: reports sent transactions', async () => {
    const { frame, provider, kit } = await loggedIn()
    const hash = `0x${'1'.repeat(64)}`
    const events: unknown[] = []
    kit.connectors.get(`eip155:${authConnectorId}`)?.subscribe((event) => events.push(event))
    frame.answers.set('RPC_REQUEST', () => hash)
    await provider.request({ method: 'eth_sendTransaction', params: [{}] })
    expect(events).toEqual([{ type: 'transaction', hash, networkId: 'eip155:1' }])
  })

  test('behavior: calls that the wallet knows are shown by the kit, others are an error', async () => {
    const { frame, provider, kit } = await loggedIn()
    const shown: unknown[] = []
    kit.events.on((event) => event.type === 'show-calls' && shown.push(event.id))
    const show = (params: unknown) => provider.request({ method: 'wallet_showCallsStatus', params })
    frame.answers.set('RPC_REQUEST', ({ payload }) =>
      (payload as { params: unknown[] }).params[0] === '0x01'
        ? { status: 100 }
        : Object.assign(new Error('No such calls.'), { code: 5730 }),
    )
    expect(await show(['0x01'])).toBeNull()
    await expect(show(['0x02'])).rejects.toMatchObject({ code: 5730 })
    await expect(show([])).rejects.toMatchObject({ code: 5730 })
    expect(shown).toEqual(['0x01'])
    const methods = frame.received.flatMap(({ type, payload }) =>
      type === 'RPC_REQUEST' ? (payload as { method: string }).method : [],
    )
    expect(new Set(methods)).toEqual(new Set(['wallet_getCallsStatus']))
  })

  test('error: an application without activity cannot show calls', async () => {
    const { frame, provider } = await loggedIn({ features: { history: false } })
    const asking = provider.request({ method: 'wallet_showCallsStatus', params: ['0x01'] })
    await expect(asking).rejects.toMatchObject({ code: 4200 })
    expect(frame.types()).not.toContain('RPC_REQUEST')
  })
})
