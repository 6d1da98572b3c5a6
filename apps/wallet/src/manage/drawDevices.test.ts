// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import type { Devices } from './createManageClient.ts'
import { drawDevices } from './drawDevices.ts'
import { formatTime } from './formatTime.ts'

const time = '2026-11-22T10:00:00.000Z'
const until = '2026-11-25T10:00:00.000Z'
const devices: Devices = {
  logins: [
    { id: 'ses_own', origin: 'https://wallet.example', lastUsedAt: time, isCurrent: true },
    { id: 'ses_shop', origin: 'https://shop.example', lastUsedAt: time, isCurrent: false },
  ],
  loggedOut: [{ jkt: 'a', lastUsedAt: time }],
}
const client = { readDevices: vi.fn(), endLogin: vi.fn(), removeDevice: vi.fn() }
const signOut = vi.fn(async () => {})
let section: HTMLElement

beforeEach(async () => {
  vi.resetAllMocks()
  client.readDevices.mockResolvedValue(devices)
  section = drawDevices({ client, signOut })
  document.body.replaceChildren(section)
  await vi.waitFor(() => expect(section.querySelectorAll('li').length).toBeGreaterThan(0))
})

const items = () => [...section.querySelectorAll('li')].map((item) => item.textContent)
const button = (name: RegExp) =>
  [...section.querySelectorAll('button')].find(({ textContent }) =>
    name.test(textContent),
  ) as HTMLButtonElement
const status = () => section.querySelector('[role=status]')?.textContent

describe('drawDevices', () => {
  test('behavior: lists logins with site and last use, this browser, and browsers that are logged out', () => {
    expect(items()).toEqual([
      'wallet.exampleThis browser, on this pageLog out the login on wallet.example',
      `shop.exampleLast used ${formatTime(time)}End the login on shop.example`,
      `Logged outNeeds a code to log in again. Last used ${formatTime(time)}End the browser that is logged out`,
    ])
  })

  test('behavior: lists a browser that is logged out and has opened no wallet, such as one on hold', async () => {
    client.readDevices.mockResolvedValue({ logins: [], loggedOut: [{ jkt: 'b', knownSince: time }] })
    section = drawDevices({ client, signOut })
    await vi.waitFor(() => expect(items()).toHaveLength(1))
    expect(items()[0]).toContain(`Known since ${formatTime(time)}`)
  })

  test('behavior: a new browser that waits is shown as such, so that its owner can end it', async () => {
    const login = { id: 'ses_new', origin: 'https://shop.example', lastUsedAt: time, isCurrent: false }
    client.readDevices.mockResolvedValue({ logins: [{ ...login, heldUntil: until }], loggedOut: [] })
    section = drawDevices({ client, signOut })
    await vi.waitFor(() => expect(items()).toHaveLength(1))
    expect(items()[0]).toContain(`New. Opens your wallet from ${formatTime(until)}. End it if it is not you.`)
    expect(items()[0]).toContain('End the login on shop.example')
  })

  test('behavior: ends a login after a question; Cancel ends nothing', async () => {
    button(/^End the login on shop/).click()
    expect(client.endLogin).not.toHaveBeenCalled()
    expect(document.activeElement?.textContent).toMatch(/^End the login on shop\.example\?/)
    button(/^Cancel/).click()
    expect(document.activeElement).toBe(button(/^End the login on shop/))
    expect(client.endLogin).not.toHaveBeenCalled()

    button(/^End the login on shop/).click()
    client.readDevices.mockResolvedValue({ ...devices, logins: devices.logins.slice(0, 1) })
    button(/^Yes/).click()
    button(/^Ending/).click()
    await vi.waitFor(() => expect(section.querySelectorAll('li')).toHaveLength(2))
    expect(client.endLogin.mock.calls).toEqual([['ses_shop']])
    expect(status()).toBe('The login on shop.example is over.')
    expect(document.activeElement?.textContent).toBe('Devices')
  })

  test('behavior: removes a browser that is logged out, after a question', async () => {
    button(/^End the browser/).click()
    button(/^Yes/).click()
    await vi.waitFor(() => expect(status()).toBe('The browser was removed.'))
    expect(client.removeDevice.mock.calls).toEqual([[devices.loggedOut[0]]])
  })

  test('behavior: this browser logs out, without a question', () => {
    button(/^Log out/).click()
    expect(signOut).toHaveBeenCalledOnce()
    expect(client.endLogin).not.toHaveBeenCalled()
  })

  test.each([
    ['device-held', /^This browser is on hold until (.*)\. Until then/],
    ['device-too-new', /can end others from (.*); an older one/],
  ])('error: says until when %s lasts, and keeps the login in the list', async (code, pattern) => {
    const problem = { type: 'about:blank', title: 'x', status: 403, code, until }
    client.endLogin.mockRejectedValue(new ServerError(problem))
    button(/^End the login on shop/).click()
    button(/^Yes/).click()
    await vi.waitFor(() => expect(status()).toMatch(pattern))
    expect(pattern.exec(status() ?? '')?.[1]).toBe(formatTime(until))
    expect(button(/^End the login on shop/)).toBeDefined()
  })

  test('error: a list that cannot be loaded can be loaded again', async () => {
    client.readDevices.mockRejectedValueOnce(new ServerUnreachableError({ server: 'x' }))
    const broken = drawDevices({ client, signOut })
    await vi.waitFor(() => expect(broken.textContent).toContain('can’t be reached'))
    broken.querySelector('button')?.click()
    await vi.waitFor(() => expect(broken.querySelectorAll('li')).toHaveLength(3))
  })
})
