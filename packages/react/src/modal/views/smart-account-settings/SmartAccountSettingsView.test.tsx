// @vitest-environment jsdom
import { connect } from '@portico/core'
import { startEmbedded } from '@portico/core/embedded'
import { ada, deferred, fakeFrame, testKit } from '@portico/core/testing'
import { act, cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addCopy, loadViewCopy } from '../../../copy.ts'
import { KitContext } from '../../../kit/KitContext.ts'
import { smartAccountCopy } from '../../../smartAccountCopy.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { createTheme } from '../../../theme.ts'
import { createRouter } from '../../router.ts'
import { SmartAccountSettingsView } from './SmartAccountSettingsView.tsx'

// The code that is loaded on use can take longer than a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
  addCopy(smartAccountCopy)
})
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const stop of stops.splice(0)) stop()
  document.body.replaceChildren()
})

const hash = `0x${'ab'.repeat(32)}`
const permission = {
  ...{ id: `0x${'cd'.repeat(32)}`, chainId: 1, delegate: `0x${'11'.repeat(20)}`, kind: 'token' },
  token: { address: `0x${'22'.repeat(20)}`, symbol: 'DUSD', decimals: 6 },
  ...{ amount: '5000000', period: 86_400, expiresAt: Math.floor(Date.now() / 1000) + 3 * 86_400 },
  state: 'active',
}

type Answers = Parameters<ReturnType<typeof fakeFrame>['answers']['set']>

/** Shows the view of a user whose wallet has smart accounts on both networks. */
async function show(...replaced: Answers[]) {
  const { kit, fake } = testKit({ walletUrl: 'https://wallet.test' })
  stops.push(() => kit.destroy())
  const frame = fakeFrame()
  const states = { 1: 'on', 8453: 'off' } as Record<number, string>
  const accounts = [
    { address: ada, type: 'smartAccount' },
    { address: ada, type: 'eoa' },
  ]
  const answers: Answers[] = [
    ['CONNECT_EMAIL', () => ({ action: 'CONNECT' })],
    ['GET_USER', () => ({ address: ada, chainId: 1, accounts, preferredAccountType: 'smartAccount' })],
    ['GET_SMART_ACCOUNT_ENABLED_NETWORKS', () => ({ smartAccountEnabledNetworks: [1, 8453] })],
    ['SET_PREFERRED_ACCOUNT', ({ payload }) => ({ type: (payload as { type: string }).type, address: ada })],
    [
      'GET_SMART_ACCOUNTS',
      () => ({
        networks: Object.entries(states).map(([chainId, state]) => ({ chainId: Number(chainId), state })),
      }),
    ],
    ['GET_PERMISSIONS', () => ({ permissions: [] })],
    ...replaced,
  ]
  for (const [type, answer] of answers) frame.answers.set(type, answer)
  const embedded = startEmbedded(kit, { mount: frame.mount })
  if (!embedded) throw new Error('The kit has no embedded wallet.')
  await embedded.logIn('ada@example.org')
  await waitFor(() => expect(kit.store.getState().embedded?.smartAccountNetworkIds).toHaveLength(2))
  const scope = { kit, router: createRouter(), theme: createTheme({}) }
  scope.router.open({ name: 'account-settings' })
  scope.router.push({ name: 'smart-account-settings' })
  const view = (
    <KitContext value={scope}>
      <SmartAccountSettingsView />
    </KitContext>
  )
  const rendered = render(view)
  const network = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement
  const announced = () => screen.getAllByRole('status').at(-1)?.textContent
  return { ...scope, ...rendered, view, frame, fake, states, network, announced }
}

describe('SmartAccountSettingsView', () => {
  test('behavior: the state on each network, with a button where it can be turned off', async () => {
    const { network, states } = await show()
    expect(within(await network('Ethereum')).getByText('On')).toBeTruthy()
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Turn off on Ethereum',
    ])
    expect(within(await network('Base')).getByText('Off')).toBeTruthy()
    expect(screen.queryByText('Permissions of this site')).toBeNull()
    cleanup()
    states[1] = 'foreign'
    states[8453] = 'unknown'
    const again = await show([
      'GET_SMART_ACCOUNTS',
      () => ({
        networks: [
          { chainId: 1, state: 'foreign' },
          { chainId: 8453, state: 'unknown' },
          // Not a network of this application.
          { chainId: 10, state: 'on' },
        ],
      }),
    ])
    expect(within(await again.network('Ethereum')).getByText('Another wallet’s code')).toBeTruthy()
    expect(within(await again.network('Base')).getByText('Not known')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove it on Ethereum' })).toBeTruthy()
    expect(screen.getAllByRole('listitem')).toHaveLength(2)
    again.frame.answers.set('GET_SMART_ACCOUNTS', () => ({ networks: [{ chainId: 8453, state: 'on' }] }))
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await screen.findByRole('button', { name: 'Turn off on Base' })).toBeTruthy()
  })

  test('behavior: the type is a switch, which stays where it was if the wallet does not change it', async () => {
    const { kit, frame } = await show()
    const toggle = screen.getByRole<HTMLInputElement>('switch', { name: 'Use as a smart account' })
    expect(toggle.getAttribute('aria-checked')).toBe('true')
    fireEvent.click(toggle)
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    await waitFor(() =>
      expect(kit.store.getState().embedded?.preferredAccountTypes).toEqual({ eip155: 'eoa' }),
    )
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => new Error('later'))
    fireEvent.click(toggle)
    expect(await screen.findByText(/^This could not be changed\./)).toBeTruthy()
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    frame.answers.set('SET_PREFERRED_ACCOUNT', () => ({ type: 'eoa', address: ada }))
    // Stored in the wallet, and not used on this network.
    await act(async () => {
      kit.store.setState(({ embedded }) => ({
        embedded: embedded && { ...embedded, smartAccountNetworkIds: ['eip155:8453'] },
      }))
    })
    fireEvent.click(toggle)
    expect(await screen.findByText('Not on', { exact: false })).toBeTruthy()
    expect(toggle.getAttribute('aria-checked')).toBe('true')
  })

  test('behavior: turning off is followed to the block, also while the approve view is shown', async () => {
    const { kit, router, frame, fake, states, network, announced, view, unmount } = await show()
    const answer = deferred<object>()
    frame.answers.set('TURN_OFF_SMART_ACCOUNT', () => answer.promise)
    fireEvent.click(await screen.findByRole('button', { name: 'Turn off on Ethereum' }))
    expect(within(await network('Ethereum')).getByText('Waiting for your approval')).toBeTruthy()
    await waitFor(() => expect(kit.store.getState().embedded?.requests).toHaveLength(1))
    router.push({ name: 'approve-transaction' })
    unmount()
    answer.resolve({ hash })
    await waitFor(() =>
      expect(kit.store.getState().embedded?.smartAccountChanges).toMatchObject([{ status: 'sent' }]),
    )
    router.back()
    render(view)
    const button = await screen.findByRole('button', { name: 'Turn off on Ethereum' })
    expect(within(await network('Ethereum')).getByText('Turning off…')).toBeTruthy()
    expect([button.getAttribute('aria-disabled'), button.dataset.autofocus]).toEqual(['true', 'true'])
    expect(screen.getByRole('link', { name: 'View transaction' }).getAttribute('href')).toContain(hash)
    await waitFor(() => expect(announced()).toBe('Ethereum: Turning off…'))
    states[1] = 'off'
    fake.transfers.outcome.resolve('confirmed')
    await waitFor(() => expect(announced()).toBe('Ethereum: Turned off'))
    expect(within(await network('Ethereum')).getByText('Off')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Turn off on Ethereum' })).toBeNull()
    expect(kit.store.getState().embedded?.smartAccountDeployed).toBe(false)
    // Leaving the view ends the message.
    router.back()
    cleanup()
    expect(kit.store.getState().embedded?.smartAccountChanges).toEqual([])
  })

  test.each([
    ['a rejection', () => Object.assign(new Error(), { code: 4001 }), 'You declined. Nothing has changed.'],
    [
      'an error',
      () => Object.assign(new Error('boom'), { code: -32603 }),
      'It could not be sent. Nothing has changed. Try again.',
    ],
  ])('error: after %s the same button tries again', async (_, failure, message) => {
    const { frame, fake, network } = await show(['TURN_OFF_SMART_ACCOUNT', failure])
    fireEvent.click(await screen.findByRole('button', { name: 'Turn off on Ethereum' }))
    expect(await within(await network('Ethereum')).findByText(message)).toBeTruthy()
    frame.answers.set('TURN_OFF_SMART_ACCOUNT', () => ({ hash }))
    fake.transfers.outcome.resolve('failed')
    fireEvent.click(screen.getByRole('button', { name: 'Turn off on Ethereum' }))
    expect(
      await within(await network('Ethereum')).findByText(/^The network did not carry it out/),
    ).toBeTruthy()
  })

  test('behavior: what this site may do, what it can cost until when; one or all are revoked', async () => {
    const { frame, fake, network } = await show(['GET_PERMISSIONS', () => ({ permissions: [permission] })])
    await network('Ethereum')
    const section = await screen.findByRole('region', { name: 'Permissions of this site' })
    const heading = within(section).getByRole('heading', { name: 'Send up to 5 DUSD every day' })
    // Three days touch four periods.
    const item = heading.closest('li') as HTMLElement
    expect(within(item).getByText('20 DUSD')).toBeTruthy()
    expect(within(item).getByText('0x11…111111')).toBeTruthy()
    const all = within(section).getByRole('button', { name: 'Revoke all on Ethereum' })
    const help = document.getElementById(all.getAttribute('aria-describedby') ?? '')
    expect(help?.textContent).toBe('Ends every permission on Ethereum, also those you gave to other sites.')
    frame.answers.set('REVOKE_PERMISSION', () => ({ hash }))
    fireEvent.click(within(item).getByRole('button', { name: 'Revoke: Send up to 5 DUSD every day' }))
    expect(await within(item).findByText('Revoking…')).toBeTruthy()
    frame.answers.set('GET_PERMISSIONS', () => ({ permissions: [{ ...permission, state: 'revoked' }] }))
    fake.transfers.outcome.resolve('confirmed')
    await waitFor(() => expect(within(section).queryAllByRole('button')).toEqual([]))
    expect(within(section).getAllByText('Revoked').length).toBeGreaterThan(0)
  })

  test('error: what cannot be read is said, and read again', async () => {
    const { frame } = await show(
      ['GET_SMART_ACCOUNTS', () => Object.assign(new Error(), { code: -32603 })],
      ['GET_PERMISSIONS', () => Object.assign(new Error(), { code: -32603 })],
    )
    expect(await screen.findByText('The networks could not be read')).toBeTruthy()
    expect(await screen.findByText('The permissions of this site could not be read.')).toBeTruthy()
    frame.answers.set('GET_SMART_ACCOUNTS', () => ({ networks: [{ chainId: 1, state: 'on' }] }))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: 'Turn off on Ethereum' })).toBeTruthy()
  })

  test('behavior: an account without smart accounts says so', async () => {
    const { kit } = await show()
    await act(() => connect(kit, { connectorId: 'dev.fake' }))
    expect(await screen.findByText('No smart-account features here')).toBeTruthy()
    expect(screen.queryByRole('switch')).toBeNull()
  })
})
