import { recoverMessageAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { announcesGarbage } from './announcesGarbage.ts'
import { announcesTwice } from './announcesTwice.ts'
import { answersGarbage } from './answersGarbage.ts'
import { answersLate } from './answersLate.ts'
import { answersWithoutPromise } from './answersWithoutPromise.ts'
import { emitsGarbage } from './emitsGarbage.ts'
import { garbageAccounts } from './garbageAccounts.ts'
import { garbageChainIds } from './garbageChainIds.ts'
import { garbageDetails } from './garbageDetails.ts'
import { garbageErrors } from './garbageErrors.ts'
import { garbageEvents } from './garbageEvents.ts'
import { garbageSignatures } from './garbageSignatures.ts'
import { hostileIcons } from './hostileIcons.ts'
import { hostileNames } from './hostileNames.ts'
import { hostileWallets } from './hostileWallets.ts'
import { lacksMembers } from './lacksMembers.ts'
import { liesAboutSwitching } from './liesAboutSwitching.ts'
import { namesItself } from './namesItself.ts'
import { neverAnswers } from './neverAnswers.ts'
import { stormsChains } from './stormsChains.ts'
import { throwsGarbage } from './throwsGarbage.ts'
import { throwsSynchronously } from './throwsSynchronously.ts'

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

/** Announces a wallet on a new target and records the details. */
function announced(wallet: { announce(target: EventTarget): () => void }) {
  const target = new EventTarget()
  const details: unknown[] = []
  target.addEventListener('eip6963:announceProvider', (event) => details.push((event as CustomEvent).detail))
  const stop = wallet.announce(target)
  return { target, details, stop }
}

describe('hostileWallets', () => {
  test.each(Object.entries(hostileWallets))('behavior: %s: announces itself until stopped', (_, create) => {
    const { target, details, stop } = announced(create())
    expect(details.length).toBeGreaterThan(0)
    const before = details.length
    stop()
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toHaveLength(before)
  })

  test.each([
    ['answers eth_accounts with', garbageAccounts],
    ['answers eth_requestAccounts with', garbageAccounts],
    ['answers eth_chainId with', garbageChainIds],
    ['answers personal_sign with', garbageSignatures],
    ['throws', garbageErrors],
    ['announces a detail:', garbageDetails],
    ['has a name:', hostileNames],
    ['has an icon:', hostileIcons],
  ])('behavior: includes all wallets of the kind "%s"', (verb, collection) => {
    const names = Object.keys(collection).map((name) => `${verb} ${name}`)
    expect(Object.keys(hostileWallets)).toEqual(expect.arrayContaining(names))
  })

  test('behavior: also announces itself on request', () => {
    const { target, details } = announced(announcesGarbage({ detail: 'null' }))
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(details).toEqual([null, null])
  })
})

describe('answersGarbage', () => {
  test.each(Object.entries(garbageAccounts))('behavior: accounts: %s', async (_, answer) => {
    const { provider } = answersGarbage({ method: 'eth_requestAccounts', answer })
    expect(await provider.request({ method: 'eth_requestAccounts' })).toBe(answer)
    expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  })

  test('behavior: one signature is well-formed, but by another key', async () => {
    const signature = garbageSignatures['of somebody else'] as `0x${string}`
    const address = await recoverMessageAddress({ message: 'somebody else', signature })
    expect([alice, bob]).not.toContain(address)
  })
})

describe('throwsGarbage', () => {
  test.each(Object.entries(garbageErrors))('behavior: %s', async (_, thrown) => {
    const { provider } = throwsGarbage({ thrown })
    let caught: unknown = 'nothing'
    await provider.request({ method: 'eth_chainId' }).catch((error: unknown) => {
      caught = error
    })
    expect(Object.is(caught, thrown)).toBe(true)
  })

  test('param: method, other methods still work', async () => {
    const { provider } = throwsGarbage({ method: 'personal_sign', thrown: null })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })
})

describe('neverAnswers', () => {
  test('behavior: never responds; param: method, other methods still work', async () => {
    const one = neverAnswers({ method: 'eth_requestAccounts' })
    const later = Promise.resolve('later')
    expect(await Promise.race([one.provider.request({ method: 'eth_requestAccounts' }), later])).toBe('later')
    expect(await one.provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
    // A request that is answered takes several microtasks; the other one is still pending after it.
    const all = neverAnswers().provider.request({ method: 'eth_chainId' })
    const turns = one.provider.request({ method: 'eth_accounts' }).then(() => 'later')
    expect(await Promise.race([all, turns])).toBe('later')
  })
})

describe('answersLate', () => {
  test('behavior: the accounts arrive after the disconnection', async () => {
    const { provider, honest, answer } = answersLate()
    const events: unknown[] = []
    provider.on('accountsChanged', (accounts) => events.push(accounts))
    const accounts = provider
      .request({ method: 'eth_requestAccounts' })
      .then((all) => events.push(['late', all]))
    await provider.request({ method: 'eth_accounts' })
    honest.disconnect()
    answer()
    await accounts
    expect(events).toEqual([[alice, bob], [], ['late', [alice, bob]]])
  })
})

describe('emitsGarbage', () => {
  test('behavior: emits all garbage events, single events, and those of the honest wallet', () => {
    const wallet = emitsGarbage()
    const events: unknown[] = []
    const listener = (payload: unknown) => events.push(payload)
    wallet.provider.on('chainChanged', listener)
    wallet.emitAll()
    expect(events).toHaveLength(garbageEvents.filter(([event]) => event === 'chainChanged').length)
    wallet.emit('chainChanged', 31337)
    expect(events.at(-1)).toBe(31337)
    wallet.honest.switchChain(31338)
    expect(events.at(-1)).toBe('0x7a6a')
    wallet.provider.removeListener('chainChanged', listener)
    wallet.emit('chainChanged', 'after removal')
    expect(events.at(-1)).toBe('0x7a6a')
  })
})

describe('stormsChains', () => {
  test('param: count, switches in one tick', () => {
    const wallet = stormsChains({ count: 100 })
    const events: string[] = []
    wallet.provider.on('chainChanged', (chainId) => events.push(chainId))
    wallet.storm()
    expect(events).toHaveLength(100)
    expect(events.slice(-2)).toEqual(['0x7a6a', '0x7a69'])
  })
})

describe('announcesTwice', () => {
  test.each(['nothing', 'uuid', 'icon', 'name', 'rdns', 'provider'] as const)(
    'param: changed %s',
    (changed) => {
      const { details } = announced(announcesTwice({ changed }))
      const [first, second] = details.map((detail) => {
        const { info, provider } = detail as { info: object; provider: unknown }
        return { ...info, provider } as Record<string, unknown>
      })
      expect(details).toHaveLength(2)
      const differing = Object.keys(first ?? {}).filter((name) => first?.[name] !== second?.[name])
      expect(differing).toEqual(changed === 'nothing' ? [] : [changed])
    },
  )
})

describe('announcesGarbage', () => {
  test('error: an unknown name', () => {
    expect(() => announcesGarbage({ detail: 'no such' })).toThrow('no garbage detail "no such"')
  })
})

describe('namesItself', () => {
  test.each([
    ...Object.entries(hostileNames).map(([name, value]) => ['name', name, value] as const),
    ...Object.entries(hostileIcons).map(([name, value]) => ['icon', name, value] as const),
  ])('param: %s, %s', (field, _, value) => {
    const wallet = namesItself({ [field]: value })
    expect(wallet.info[field]).toBe(value)
    expect(announced(wallet).details).toMatchObject([{ info: { [field]: value } }])
  })
})

describe('throwsSynchronously', () => {
  test('behavior: throws synchronously', () => {
    expect(() => throwsSynchronously().provider.request({ method: 'eth_chainId' })).toThrow(
      'Thrown synchronously.',
    )
  })

  test('param: method, other methods still work', async () => {
    const { provider } = throwsSynchronously({ method: 'personal_sign' })
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })
})

describe('answersWithoutPromise', () => {
  test('param: form', async () => {
    const value = answersWithoutPromise({ form: 'value' }).provider.request({ method: 'eth_chainId' })
    expect(value).toBe('0x7a69')
    const thenable = answersWithoutPromise({ form: 'thenable' }).provider.request({ method: 'eth_accounts' })
    expect(thenable).not.toBeInstanceOf(Promise)
    expect(await thenable).toEqual([alice])
  })
})

describe('lacksMembers', () => {
  test('param: members, on and removeListener by default', () => {
    expect(Object.keys(lacksMembers().provider)).toEqual(['request'])
    expect(Object.keys(lacksMembers({ members: ['request'] }).provider)).toEqual(['on', 'removeListener'])
  })
})

describe('liesAboutSwitching', () => {
  test('behavior: reports success and stays on its chain', async () => {
    const { provider } = liesAboutSwitching()
    const params = [{ chainId: '0x1' }]
    expect(await provider.request({ method: 'wallet_switchEthereumChain', params })).toBe(null)
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69')
  })
})
