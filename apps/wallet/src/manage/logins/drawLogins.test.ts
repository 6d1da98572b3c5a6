// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { ServerUnreachableError } from '../../session/ServerError.ts'
import type { WalletLogin } from './createLoginsClient.ts'
import { drawLogins } from './drawLogins.ts'

const since = '2026-01-01T00:00:00.000Z'
const google: WalletLogin = { method: 'google', since, label: 'a…a@example.org' }
const email: WalletLogin = { method: 'email', since, label: 'a…a@example.org' }

async function show(list: () => Promise<WalletLogin[]>, address?: string) {
  const actions = { changeEmail: vi.fn(), addEmail: vi.fn(), add: vi.fn(), remove: vi.fn() }
  const section = drawLogins({
    client: { list },
    email: address,
    providers: ['google', 'farcaster'],
    actions,
  })
  document.body.replaceChildren(section)
  await vi.waitFor(() => expect(section.querySelector('li')).not.toBeNull())
  const buttons = () => [...section.querySelectorAll('button')].map(({ textContent }) => textContent)
  const press = (label: string) =>
    [...section.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click()
  return { section, actions, buttons, press }
}

describe('drawLogins', () => {
  test('behavior: the only login stays; an address and other providers can be added', async () => {
    const { section, actions, buttons, press } = await show(async () => [google])
    expect(section.textContent).toContain('a…a@example.org')
    expect(section.textContent).toContain('This is your only login.')
    expect(buttons()).toEqual(['Add an e-mail address', 'Add Farcaster'])
    press('Add Farcaster')
    expect(actions.add).toHaveBeenCalledExactlyOnceWith('farcaster')
    press('Add an e-mail address')
    expect(actions.addEmail).toHaveBeenCalledOnce()
  })

  test('behavior: an address is changed, never removed; another login is removed after a question', async () => {
    const { section, actions, buttons, press } = await show(async () => [email, google], 'ada@example.org')
    expect(section.textContent).toContain('ada@example.org. Links and codes')
    expect(section.textContent).not.toContain('This is your only login.')
    expect(buttons()).toEqual(['Change the address', 'Remove the login with Google', 'Add Farcaster'])
    press('Change the address')
    expect(actions.changeEmail).toHaveBeenCalledOnce()
    press('Remove the login with Google')
    expect(document.activeElement?.textContent).toContain('Remove the login with Google?')
    press('Cancel')
    expect(document.activeElement?.textContent).toBe('Remove the login with Google')
    expect(actions.remove).not.toHaveBeenCalled()
    press('Remove the login with Google')
    press('Yes, remove it')
    expect(actions.remove).toHaveBeenCalledExactlyOnceWith('google')
  })

  test('error: a server that cannot be reached, and then can', async () => {
    const list = vi.fn(async () => [google])
    list.mockRejectedValueOnce(new ServerUnreachableError({ server: 'https://gateway.example' }))
    const { section, press } = await show(list)
    expect(section.querySelector('[role=status]')?.textContent).toContain('can’t be reached')
    press('Try again')
    await vi.waitFor(() => expect(section.textContent).toContain('Google'))
    expect(section.querySelector('[role=status]')?.textContent).toBe('')
  })
})
