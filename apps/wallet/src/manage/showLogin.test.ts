// @vitest-environment jsdom
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ServerError, ServerUnreachableError } from '../session/ServerError.ts'
import { showLogin } from './showLogin.ts'

const session = { userId: 'usr_a', email: 'ada@example.org', address: `0x${'1'.repeat(40)}`, origins: [] }
const problem = (code: string) => new ServerError({ type: 'about:blank', title: 'x', status: 400, code })
let root: HTMLElement
let challenge: unknown
const account = {
  startLogin: vi.fn(),
  waitForDevice: vi.fn(),
  resendCode: vi.fn(),
  enterCode: vi.fn(),
  cancelLogin: vi.fn(() => {
    challenge = undefined
  }),
  challenge: () => challenge as never,
}

beforeEach(() => {
  vi.clearAllMocks()
  challenge = undefined
  root = document.createElement('main')
  document.body.replaceChildren(root)
  account.startLogin.mockImplementation(async (email: string) => {
    challenge = { action: 'VERIFY_DEVICE', email, matchCode: '42', resendAt: 0 }
    return challenge
  })
  account.enterCode.mockResolvedValue(session)
})

const heading = () => root.querySelector('h1')?.textContent
const status = () => root.querySelector('[role=status]')?.textContent
const logInWith = vi.fn(async () => session)
const start = () =>
  showLogin({ root, account, host: 'wallet.example', isFirst: true, providers: ['google'], logInWith })

function submit(email: string): void {
  const field = root.querySelector('input') as HTMLInputElement
  field.value = email
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
}

describe('showLogin', () => {
  test('behavior: address, link with digits to compare, code', async () => {
    let approve: (status: string) => void = () => {}
    account.waitForDevice.mockImplementation(() => new Promise((resolve) => (approve = resolve)))
    const result = start()
    expect(heading()).toBe('Open my wallet')
    submit(' ada@example.org ')
    await vi.waitFor(() => expect(heading()).toBe('Approve the login'))
    expect(account.startLogin.mock.calls).toEqual([['ada@example.org']])
    expect(root.querySelector('.match')?.textContent).toBe('42')
    expect(root.textContent).toContain('ada@example.org')
    approve('pending')
    await vi.waitFor(() => expect(account.waitForDevice).toHaveBeenCalledTimes(2))
    approve('approved')
    await vi.waitFor(() => expect(heading()).toBe('Enter the code'))
    expect(root.textContent).toContain('log in to wallet.example')
    const field = root.querySelector('input') as HTMLInputElement
    field.value = '123456'
    field.dispatchEvent(new Event('input'))
    expect(await result).toBe(session)
    expect(account.enterCode.mock.calls).toEqual([['123456']])
  })

  test('error: an invalid address is reported at the field, a rejected link above the form', async () => {
    account.startLogin.mockRejectedValueOnce(problem('email-invalid'))
    void start()
    submit('nobody')
    await vi.waitFor(() => expect(status()).toMatch(/^Enter an e-mail address/))
    const field = root.querySelector('input')
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    account.waitForDevice.mockRejectedValue(problem('device-refused'))
    submit('ada@example.org')
    await vi.waitFor(() => expect(status()).toMatch(/rejected on the page behind the link/))
    expect(heading()).toBe('Open my wallet')
    expect(root.querySelector('input')?.value).toBe('ada@example.org')
    expect(account.cancelLogin).toHaveBeenCalled()
  })

  test('behavior: Cancel while waiting for the link returns to the address', async () => {
    account.waitForDevice.mockImplementation(() => new Promise(() => {}))
    void start()
    submit('ada@example.org')
    await vi.waitFor(() => expect(heading()).toBe('Approve the login'))
    root.querySelector('button')?.click()
    await vi.waitFor(() => expect(heading()).toBe('Open my wallet'))
    expect(status()).toBe('')
    expect(account.cancelLogin).toHaveBeenCalled()
  })

  test('behavior: the link is mailed again when the seconds to the next mail have passed', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    account.startLogin.mockImplementation(async (email: string) => {
      challenge = { action: 'VERIFY_DEVICE', email, matchCode: '42', resendAt: Date.now() + 30_000 }
      return challenge
    })
    account.waitForDevice.mockImplementation(() => new Promise(() => {}))
    account.resendCode.mockImplementation(async () => ({ resendAt: Date.now() + 45_000 }))
    void start()
    submit('ada@example.org')
    await vi.waitFor(() => expect(heading()).toBe('Approve the login'))
    const again = [...root.querySelectorAll('button')].find(({ textContent }) =>
      textContent?.startsWith('Resend link'),
    ) as HTMLButtonElement
    const label = () => (again.querySelector('[aria-hidden]') ?? again).textContent
    const isUnavailable = () => again.getAttribute('aria-disabled') === 'true'
    expect([label(), isUnavailable()]).toEqual(['Resend link in 0:30', true])
    vi.advanceTimersByTime(29_000)
    expect([label(), isUnavailable()]).toEqual(['Resend link in 0:01', true])
    vi.advanceTimersByTime(1000)
    expect([label(), isUnavailable()]).toEqual(['Resend link', false])
    again.focus()
    again.click()
    await vi.waitFor(() => expect(status()).toMatch(/^A new link is on its way/))
    expect(account.resendCode).toHaveBeenCalledOnce()
    expect([label(), isUnavailable()]).toEqual(['Resend link in 0:45', true])
    expect(root.querySelector('.match')?.textContent).toBe('42')
    expect(document.activeElement).toBe(again)
    vi.advanceTimersByTime(46_000)
    account.resendCode.mockRejectedValueOnce(problem('rate-limited'))
    again.click()
    await vi.waitFor(() => expect(status()).toMatch(/^The link could not be sent/))
    // Leaving the step stops the countdown.
    root.querySelector('button')?.click()
    await vi.waitFor(() => expect(heading()).toBe('Open my wallet'))
    expect(vi.getTimerCount()).toBe(0)
  })

  test('error: a server that cannot be reached is reported in plain words', async () => {
    account.startLogin.mockRejectedValueOnce(new ServerUnreachableError({ server: 'x' }))
    void start()
    submit('ada@example.org')
    await vi.waitFor(() => expect(status()).toContain('can’t be reached'))
  })
})
