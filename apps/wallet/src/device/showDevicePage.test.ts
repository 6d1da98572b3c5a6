// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type DevicePage, showDevicePage } from './showDevicePage.ts'

const token = 'T'.repeat(43)
const asked: { path: string; body: unknown }[] = []
let answers: Record<string, () => Response>
let root: HTMLElement

const inspected = {
  kind: 'sign-in',
  origin: 'https://shop.example',
  browser: 'Firefox',
  system: 'Linux',
  country: 'PT',
  matchCode: '42',
  email: 'a…a@example.org',
  expiresAt: '2026-11-22T02:00:00Z',
}

beforeEach(() => {
  asked.length = 0
  root = document.createElement('main')
  document.body.replaceChildren(root)
  answers = {
    '/v1/device/inspect': () => Response.json(inspected),
    '/v1/device/approve': () => Response.json({}),
    '/v1/device/refuse': () => Response.json({}),
    '/v1/device/cancel': () => Response.json({}),
    '/v1/update/revert': () => Response.json({ email: 'o…d@example.org' }),
  }
})

async function show(change: Partial<DevicePage> = {}) {
  const clearAddress = vi.fn()
  await showDevicePage({
    root,
    vaultUrl: 'https://vault.example',
    hash: `#${token}`,
    isTop: true,
    clearAddress,
    fetch: async (url, init) => {
      const { pathname } = new URL(`${url}`)
      asked.push({ path: pathname, body: JSON.parse(`${init?.body}`) })
      return (answers[pathname] as () => Response)()
    },
    ...change,
  })
  return clearAddress
}

const button = (name: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement
const heading = () => root.querySelector('h1')?.textContent

describe('showDevicePage', () => {
  test('behavior: says who asks, and approves when it is told to', async () => {
    const clearAddress = await show()
    expect(heading()).toBe('Confirm your sign-in')
    for (const text of ['https://shop.example', 'Firefox on Linux', 'PT', '42', 'a…a@example.org'])
      expect(root.textContent).toContain(text)
    // Opening it has done nothing.
    expect(asked).toEqual([{ path: '/v1/device/inspect', body: { token } }])
    expect(clearAddress).not.toHaveBeenCalled()
    button('Approve').click()
    button('Approve')?.click()
    await vi.waitFor(() => expect(heading()).toBe('Approved'))
    expect(asked.map(({ path }) => path)).toEqual(['/v1/device/inspect', '/v1/device/approve'])
    expect(clearAddress).toHaveBeenCalledOnce()
  })

  test('behavior: "This wasn’t me" ends the sign-in at the vault', async () => {
    const clearAddress = await show()
    button('This wasn’t me').click()
    button('Refusing …').click()
    await vi.waitFor(() => expect(heading()).toBe('This sign-in has ended'))
    expect(asked).toEqual([
      { path: '/v1/device/inspect', body: { token } },
      { path: '/v1/device/refuse', body: { token } },
    ])
    expect(clearAddress).toHaveBeenCalledOnce()
  })

  test('error: a refusal that did not get through is not called one', async () => {
    const clearAddress = await show()
    answers['/v1/device/refuse'] = () => {
      throw new TypeError('fetch failed')
    }
    button('This wasn’t me').click()
    await vi.waitFor(() => expect(root.textContent).toContain('was not reached'))
    expect(clearAddress).not.toHaveBeenCalled()
  })

  test('behavior: what the vault says is text', async () => {
    answers['/v1/device/inspect'] = () =>
      Response.json({ ...inspected, browser: '<img src=x onerror=alert(1)>' })
    await show()
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).toContain('<img src=x')
  })

  test('behavior: takes a change of address back', async () => {
    await show({ hash: `#revert.${token}` })
    expect(asked).toEqual([])
    button('Put my address back').click()
    await vi.waitFor(() => expect(root.textContent).toContain('o…d@example.org'))
    expect(asked).toEqual([{ path: '/v1/update/revert', body: { token } }])
  })

  test('behavior: stops a device that waits, when it is told to', async () => {
    const clearAddress = await show({ hash: `#cancel.${token}` })
    expect(heading()).toBe('Stop the new device')
    // Opening it has done nothing, and asked nothing.
    expect(asked).toEqual([])
    button('Stop the device').click()
    await vi.waitFor(() => expect(heading()).toBe('The device was stopped'))
    expect(asked).toEqual([{ path: '/v1/device/cancel', body: { token } }])
    expect(clearAddress).toHaveBeenCalledOnce()
  })

  test.each([
    ['a link that was cut', { hash: '#T' }, 'not complete'],
    ['no token', { hash: '' }, 'not complete'],
    ['another page around it', { isTop: false }, 'inside another'],
  ])('error: %s', async (_, change, text) => {
    await show(change)
    expect(heading()).toBe('This link does not work')
    expect(root.textContent).toContain(text)
    expect(asked).toEqual([])
  })

  test('error: used before, and a server that is away', async () => {
    const problem = { type: 'about:blank', title: 'x', status: 400, code: 'link-invalid' }
    answers['/v1/device/inspect'] = () => Response.json(problem, { status: 400 })
    await show()
    expect(root.textContent).toContain('was used before')
    answers['/v1/device/inspect'] = () => {
      throw new TypeError('fetch failed')
    }
    await show()
    expect(root.textContent).toContain('was not reached')
    answers['/v1/device/inspect'] = () => Response.json(inspected)
    button('Try again').click()
    await vi.waitFor(() => expect(heading()).toBe('Confirm your sign-in'))
  })
})
