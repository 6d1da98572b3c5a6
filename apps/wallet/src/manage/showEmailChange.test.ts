// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { EmailChange } from '../session/createEmailChange.ts'
import { ServerError, ServerUnreachableError, SessionEndedError } from '../session/ServerError.ts'
import { showEmailChange } from './showEmailChange.ts'

const [email, next] = ['ada@example.org', 'ada@new.example']
const problem = (code: string, more: object = {}) =>
  new ServerError({ type: 'about:blank', title: 'x', status: 400, code, ...more })
let root: HTMLElement
const onBack = vi.fn()
const change = {
  start: vi.fn(),
  next: vi.fn(),
  step: vi.fn(() => ({ format: 'digits' as const, resendAt: 0 })),
  isLinkApproved: vi.fn(),
  enterOld: vi.fn(),
  mailLink: vi.fn(async () => ({ format: 'digits' as const, digits: '42', resendAt: 0 })),
  waitForLink: vi.fn(),
  resend: vi.fn(),
  enterNew: vi.fn(),
  finishStored: vi.fn(),
  cancel: vi.fn(),
} satisfies EmailChange

beforeEach(() => {
  vi.clearAllMocks()
  root = document.createElement('main')
  document.body.replaceChildren(root)
  change.waitForLink.mockResolvedValue('approved')
  change.enterNew.mockResolvedValue(next)
})

const heading = () => root.querySelector('h1')?.textContent
const status = () => root.querySelector('[role=status]')?.textContent
const button = (name: string) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === name) as HTMLButtonElement
const start = () => showEmailChange({ root, change, email, host: 'wallet.example', onBack })

function submit(address: string): void {
  const field = root.querySelector('input') as HTMLInputElement
  field.value = address
  root.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
}

async function type(title: string, code: string): Promise<void> {
  await vi.waitFor(() => expect(heading()).toBe(title))
  await vi.waitFor(() => expect(root.querySelector('input')).not.toBeNull())
  const field = root.querySelector('input') as HTMLInputElement
  field.value = code
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

describe('showEmailChange', () => {
  test('behavior: the new address, a code, the link with its digits, another code', async () => {
    let approve: (status: string) => void = () => {}
    change.waitForLink.mockReturnValue(
      new Promise((resolve) => {
        approve = resolve
      }),
    )
    void start()
    expect(heading()).toBe('Change the address')
    expect(root.textContent).toContain(email)
    submit(` ${next} `)
    await type('Confirm your current address', '123456')
    await vi.waitFor(() => expect(root.querySelector('.digits')?.textContent).toBe('42'))
    expect(root.textContent).toContain(`We sent a link to ${next}`)
    approve('approved')
    await vi.waitFor(() => expect(root.querySelector('input')).not.toBeNull())
    await type('Confirm your new address', '654321')
    await vi.waitFor(() => expect(heading()).toBe('Your address was changed'))
    expect(document.activeElement?.textContent).toBe('Your address was changed')
    expect(root.textContent).toContain(next)
    expect(change.start.mock.calls).toEqual([[next]])
    expect(change.enterOld.mock.calls).toEqual([[{ code: '123456', next }]])
    expect(change.enterNew.mock.calls).toEqual([[{ code: '654321', next }]])
    expect(onBack).not.toHaveBeenCalled()
    button('Back to my wallet').click()
    expect(onBack).toHaveBeenCalledTimes(1)
  })

  test.each([
    ['ada', problem('email-invalid'), /^Enter an e-mail address/],
    [next, problem('device-too-new', { until: '2026-11-30T12:00:00Z' }), /new to your wallet.*an older one/],
    [next, problem('device-held', { until: '2026-11-30T12:00:00Z' }), /on hold until/],
    [next, problem('rate-limited'), /too many attempts/],
    [next, new ServerUnreachableError({ server: 'x' }), /can’t be reached/],
    [next, new Error('secret'), /^Something went wrong/],
  ])('error: %s is refused with %s; the visitor may type again', async (typed, error, sentence) => {
    change.start.mockRejectedValueOnce(error)
    void start()
    submit(typed)
    await vi.waitFor(() => expect(status()).toMatch(sentence))
    expect(document.activeElement).toBe(root.querySelector('input'))
    submit(next)
    await vi.waitFor(() => expect(heading()).toBe('Confirm your current address'))
  })

  test('error: the current address, without asking a server', () => {
    void start()
    submit('Ada@Example.org')
    expect(status()).toBe('That is already your e-mail address.')
    expect(change.start).not.toHaveBeenCalled()
  })

  test('error: what goes wrong later leads back to the address, which stays', async () => {
    change.enterOld.mockRejectedValueOnce(problem('code-burnt'))
    void start()
    submit(next)
    await type('Confirm your current address', '123456')
    await vi.waitFor(() => expect(heading()).toBe('Change the address'))
    expect(status()).toMatch(/wrong too often/)
    expect(root.querySelector('input')?.value).toBe(next)
    expect(change.cancel).toHaveBeenCalled()
    submit(next)
    change.enterNew.mockRejectedValueOnce(problem('email-taken'))
    await type('Confirm your current address', '123456')
    await vi.waitFor(() => expect(root.querySelector('.digits')).toBeNull())
    await type('Confirm your new address', '654321')
    await vi.waitFor(() => expect(status()).toMatch(/^Somebody else uses this address/))
  })

  test('behavior: the visitor can go back, and draws nothing over the login once the session is over', async () => {
    const left = start()
    button('Back').click()
    await left
    expect(onBack).toHaveBeenCalledTimes(1)
    change.enterOld.mockRejectedValueOnce(new SessionEndedError())
    const ended = start()
    submit(next)
    await type('Confirm your current address', '123456')
    await ended
    expect(heading()).toBeUndefined()
    expect(onBack).toHaveBeenCalledTimes(1)
  })
})
