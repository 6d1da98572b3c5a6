// @vitest-environment jsdom

import { beforeEach, describe, expect, test, vi } from 'vitest'
import { showLanguage } from '../language/language.ts'
import { type DevicePage, showDevicePage } from './showDevicePage.ts'

const token = 'T'.repeat(43)
const requests: { path: string; body: unknown }[] = []
const queries: string[] = []
let answers: Record<string, () => Response>
let root: HTMLElement

const inspected = {
  kind: 'sign-in',
  origin: 'https://shop.example',
  browser: 'Firefox',
  system: 'Linux',
  country: 'PT',
  email: 'a…a@example.org',
  expiresAt: '2026-11-22T02:00:00Z',
}

beforeEach(() => {
  requests.length = 0
  queries.length = 0
  root = document.createElement('main')
  document.body.replaceChildren(root)
  answers = {
    '/v1/device/inspect': () => Response.json(inspected),
    '/v1/device/approve': () => Response.json({}),
    '/v1/device/refuse': () => Response.json({}),
    '/v1/device/cancel': () => Response.json({ statement: 'cancelled' }),
    '/v1/update/revert': () => Response.json({ email: 'o…d@example.org', statement: 'reverted' }),
    '/wallet/v1/devices/end': () => new Response(null, { status: 204 }),
  }
})

async function show(change: Partial<DevicePage> = {}) {
  const clearAddress = vi.fn()
  await showDevicePage({
    root,
    vaultUrl: 'https://vault.example',
    gatewayUrl: 'https://gateway.example',
    hash: `#${token}`,
    isTop: true,
    clearAddress,
    clientId: async () => 'a client',
    fetch: async (url, init) => {
      const { pathname, host, search } = new URL(`${url}`)
      queries.push(host + search)
      requests.push({ path: pathname, body: JSON.parse(`${init?.body}`) })
      return (answers[pathname] as () => Response)()
    },
    ...change,
  })
  return clearAddress
}

const button = (name: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent === name) as HTMLButtonElement
/** Types digits as a visitor does. */
function type(digits: string): HTMLInputElement {
  const field = root.querySelector('input') as HTMLInputElement
  field.value = digits
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return field
}
const status = () => root.querySelector('[role="status"]')?.textContent
const answerProblem =
  (code: string, more = {}) =>
  () =>
    Response.json({ type: 'about:blank', title: 'x', status: 403, code, ...more }, { status: 403 })
const heading = () => root.querySelector('h1')?.textContent

describe('showDevicePage', () => {
  test('behavior: says that the link makes the address that of a wallet, if it is for that', async () => {
    answers['/v1/device/inspect'] = () => Response.json({ ...inspected, kind: 'address-change' })
    await show()
    expect(heading()).toBe('Confirm your new address')
    for (const text of [
      'the new address of a wallet.',
      'https://shop.example',
      'Firefox on Linux',
      'a…a@example.org',
    ])
      expect(root.textContent).toContain(text)
    expect(root.textContent).not.toMatch(/log in to https|sign-in/)
    type('42')
    button('Approve').click()
    await vi.waitFor(() => expect(heading()).toBe('Approved'))
    expect(root.textContent).toContain('where you are changing your address')
    expect(root.textContent).toContain('You can close this tab.')
    await show()
    button('This wasn’t me').click()
    await vi.waitFor(() => expect(heading()).toBe('Change rejected'))
  })

  test('behavior: what asks is read in the direction of the page, though it begins with a Latin name', async () => {
    showLanguage({ tag: 'ar', groups: { login: { 'device.on': '{browser} على {system}' } } })
    await show()
    const device = [...root.querySelectorAll('bdi')].find(({ textContent }) =>
      textContent?.includes('Firefox'),
    )
    expect([device?.dir, root.querySelector('bdi')?.dir]).toEqual(['rtl', ''])
    showLanguage({ tag: 'en', groups: {} })
  })

  test('behavior: shows who asks, and approves with the typed digits', async () => {
    const clearAddress = await show()
    expect(heading()).toBe('Confirm your sign-in')
    for (const text of ['https://shop.example', 'Firefox on Linux', 'Portugal', 'a…a@example.org'])
      expect(root.textContent).toContain(text)
    expect(root.textContent?.match(/shop\.example/g)).toHaveLength(1)
    // Opening the page approves nothing.
    expect(requests).toEqual([{ path: '/v1/device/inspect', body: { token } }])
    expect(clearAddress).not.toHaveBeenCalled()
    const field = type('42')
    expect(field.labels?.[0]?.textContent).toBe('Digits')
    expect(field.inputMode).toBe('numeric')
    button('Approve').click()
    button('Approve')?.click()
    await vi.waitFor(() => expect(heading()).toBe('Approved'))
    expect(requests).toEqual([
      { path: '/v1/device/inspect', body: { token } },
      { path: '/v1/device/approve', body: { token, digits: '42' } },
    ])
    expect(clearAddress).toHaveBeenCalledOnce()
  })

  test('behavior: the mark gets a check only at the end, which says that the tab can be closed', async () => {
    await show()
    expect(root.querySelector('.brand')).not.toBeNull()
    expect(root.querySelector('.brand.done')).toBeNull()
    type('42')
    button('Approve').click()
    await vi.waitFor(() => expect(heading()).toBe('Approved'))
    expect(root.querySelector('.brand.done')).not.toBeNull()
    expect(status()).toMatch(/enter the code that we just sent you\.$/)
    expect(root.lastElementChild?.lastElementChild?.textContent).toBe('You can close this tab.')

    answers['/v1/device/inspect'] = answerProblem('transaction-expired')
    await show()
    expect(heading()).toBe('This link does not work')
    expect(root.querySelector('.brand.done')).toBeNull()
  })

  test('error: without two digits nothing is sent, and the field says why', async () => {
    await show()
    for (const typed of ['', '4', 'ab']) {
      const field = type(typed)
      button('Approve').click()
      expect(status()).toBe('Type both digits.')
      expect(document.activeElement).toBe(field)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(field.getAttribute('aria-describedby')).toContain(root.querySelector('[role="status"]')?.id)
    }
    expect(requests).toHaveLength(1)
  })

  test('behavior: pasted spaces and digits of other scripts are accepted', async () => {
    await show()
    for (const [typed, digits] of [
      [' 4 2', '42'],
      ['４２', '42'],
      ['423', '42'],
      ['x4', '4'],
    ] as const)
      expect(type(typed).value).toBe(digits)
  })

  test('error: wrong digits show the tries left, and the form can be sent again', async () => {
    answers['/v1/device/approve'] = answerProblem('digits-wrong', { triesLeft: 1 })
    const clearAddress = await show()
    const field = type('24')
    field.focus()
    field.form?.requestSubmit()
    expect(button('Approving…').getAttribute('aria-disabled')).toBe('true')
    await vi.waitFor(() => expect(status()).toBe('These digits are not correct. You have one try left.'))
    expect(document.activeElement).toBe(field)
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['', 'true'])
    expect(button('This wasn’t me').getAttribute('aria-disabled')).toBeNull()
    expect(clearAddress).not.toHaveBeenCalled()
    answers['/v1/device/approve'] = () => Response.json({})
    type('42')
    expect(status()).toBe('')
    expect(field.getAttribute('aria-invalid')).toBe('false')
    button('Approve').click()
    await vi.waitFor(() => expect(heading()).toBe('Approved'))
  })

  test('error: the second wrong pair ends the page', async () => {
    answers['/v1/device/approve'] = answerProblem('digits-burnt')
    await show()
    type('24')
    button('Approve').click()
    await vi.waitFor(() => expect(heading()).toBe('This link does not work'))
    expect(root.textContent).toContain('wrong digits')
    expect(root.querySelector('input')).toBeNull()
  })

  test('behavior: "This wasn’t me" ends the sign-in at the vault', async () => {
    const clearAddress = await show()
    button('This wasn’t me').click()
    button('Rejecting…').click()
    await vi.waitFor(() => expect(heading()).toBe('Sign-in rejected'))
    expect(requests).toEqual([
      { path: '/v1/device/inspect', body: { token } },
      { path: '/v1/device/refuse', body: { token } },
    ])
    expect(clearAddress).toHaveBeenCalledOnce()
  })

  test('error: a rejection that did not reach the vault is reported as failed', async () => {
    const clearAddress = await show()
    answers['/v1/device/refuse'] = () => {
      throw new TypeError('fetch failed')
    }
    button('This wasn’t me').click()
    await vi.waitFor(() => expect(root.textContent).toContain('can’t be reached'))
    expect(clearAddress).not.toHaveBeenCalled()
  })

  test('behavior: data of the vault is drawn as text', async () => {
    answers['/v1/device/inspect'] = () =>
      Response.json({ ...inspected, browser: '<img src=x onerror=alert(1)>' })
    await show()
    expect(root.querySelector('img')).toBeNull()
    expect(root.textContent).toContain('<img src=x')
  })

  test('behavior: restores the old address', async () => {
    await show({ hash: `#revert.${token}` })
    expect(requests).toEqual([])
    button('Restore my address').click()
    await vi.waitFor(() => expect(root.textContent).toContain('o…d@example.org'))
    expect(requests).toEqual([
      { path: '/v1/update/revert', body: { token } },
      { path: '/wallet/v1/devices/end', body: { statement: 'reverted' } },
    ])
  })

  test('behavior: stops a waiting device when the button is pressed', async () => {
    const clearAddress = await show({ hash: `#cancel.${token}` })
    expect(heading()).toBe('Stop the new device')
    // Opening the page sends no request.
    expect(requests).toEqual([])
    button('Block this device').click()
    await vi.waitFor(() => expect(heading()).toBe('The device was stopped'))
    expect(requests).toEqual([
      { path: '/v1/device/cancel', body: { token } },
      { path: '/wallet/v1/devices/end', body: { statement: 'cancelled' } },
    ])
    // Only the gateway gets the random ID of the installation.
    expect(queries).toEqual(['vault.example', 'gateway.example?clientId=a+client'])
    expect(clearAddress).toHaveBeenCalledOnce()
  })

  test('behavior: keeps the statement of the vault until the gateway can be reached', async () => {
    const end = answers['/wallet/v1/devices/end'] as () => Response
    answers['/wallet/v1/devices/end'] = () => {
      throw new TypeError('fetch failed')
    }
    await show({ hash: `#cancel.${token}` })
    button('Block this device').click()
    await vi.waitFor(() => expect(heading()).toBe('Almost done'))
    button('Try again').click()
    await vi.waitFor(() => expect(requests).toHaveLength(3))
    answers['/wallet/v1/devices/end'] = end
    await vi.waitFor(() => expect(button('Try again')?.getAttribute('aria-disabled')).toBeNull())
    button('Try again').click()
    await vi.waitFor(() => expect(heading()).toBe('The device was stopped'))
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/device/cancel',
      ...Array.from({ length: 3 }, () => '/wallet/v1/devices/end'),
    ])
  })

  test.each(['rate-limited', 'vault-unavailable', 'jwt-not-yet-valid', 'internal-error'])(
    'behavior: keeps the statement of the vault when the gateway answers `%s`',
    async (code) => {
      const end = answers['/wallet/v1/devices/end'] as () => Response
      answers['/wallet/v1/devices/end'] = answerProblem(code)
      await show({ hash: `#cancel.${token}` })
      button('Block this device').click()
      await vi.waitFor(() => expect(heading()).toBe('Almost done'))
      expect(root.textContent).toContain('keep this page open')
      answers['/wallet/v1/devices/end'] = end
      button('Try again').click()
      await vi.waitFor(() => expect(heading()).toBe('The device was stopped'))
      expect(requests.map(({ path }) => path)).toEqual([
        '/v1/device/cancel',
        '/wallet/v1/devices/end',
        '/wallet/v1/devices/end',
      ])
    },
  )

  test('behavior: gets another statement from the vault when the gateway refuses it', async () => {
    const end = answers['/wallet/v1/devices/end'] as () => Response
    answers['/wallet/v1/devices/end'] = answerProblem('statement-invalid')
    await show({ hash: `#cancel.${token}` })
    button('Block this device').click()
    await vi.waitFor(() => expect(heading()).toBe('Almost done'))
    answers['/wallet/v1/devices/end'] = end
    button('Try again').click()
    await vi.waitFor(() => expect(heading()).toBe('Stop the new device'))
    button('Block this device').click()
    await vi.waitFor(() => expect(heading()).toBe('The device was stopped'))
    expect(requests.map(({ path }) => path)).toEqual([
      '/v1/device/cancel',
      '/wallet/v1/devices/end',
      '/v1/device/cancel',
      '/wallet/v1/devices/end',
    ])
  })

  test.each([
    ['a link that was cut', { hash: '#T' }, 'incomplete'],
    ['no token', { hash: '' }, 'incomplete'],
    ['another page around it', { isTop: false }, 'embedded in another'],
  ])('error: %s', async (_, change, text) => {
    await show(change)
    expect(heading()).toBe('This link does not work')
    expect(root.textContent).toContain(text)
    expect(requests).toEqual([])
  })

  test('error: a used link, and an unreachable server', async () => {
    const problem = { type: 'about:blank', title: 'x', status: 400, code: 'link-invalid' }
    answers['/v1/device/inspect'] = () => Response.json(problem, { status: 400 })
    await show()
    expect(root.textContent).toContain('was used before')
    answers['/v1/device/inspect'] = () => {
      throw new TypeError('fetch failed')
    }
    await show()
    expect(root.textContent).toContain('can’t be reached')
    answers['/v1/device/inspect'] = () => Response.json(inspected)
    button('Try again').click()
    await vi.waitFor(() => expect(heading()).toBe('Confirm your sign-in'))
  })
})
