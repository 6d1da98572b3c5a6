// @vitest-environment jsdom
import type { NameClaim } from '@portico/core'
import { getQueryClient } from '@portico/core/data'
import { type PendingTransfer, updateMoney } from '@portico/core/money'
import { bob } from '@portico/core/testing'
import { RpcError } from '@portico/protocol'
import { act, cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { loadViewCopy } from '../../../copy.ts'
import { installBrowserMethods } from '../../../testing/installBrowserMethods.ts'
import { openMoney } from '../../../testing/openMoney.tsx'

// The code of the views is loaded on use, which can take seconds on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
beforeAll(async () => {
  installBrowserMethods()
  await loadViewCopy()
})
const stops: (() => void)[] = []
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  for (const stop of stops.splice(0)) stop()
})

async function open(...parameters: [Parameters<typeof openMoney>[1]?]) {
  const opened = await openMoney({ name: 'send' }, ...parameters)
  stops.push(() => opened.kit.destroy())
  await screen.findByRole('heading', { name: 'Send' })
  return opened
}

const amount = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Amount' })
const to = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'To' })
const press = async (name: string | RegExp) =>
  fireEvent.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement)
const type = async (field: () => Promise<HTMLElement>, value: string) =>
  fireEvent.change(await field(), { target: { value } })
const says = (name: string) => screen.findByRole('button', { name })

async function chooseToken(name: RegExp) {
  await press(/Select token|Change token/)
  fireEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('heading', { name: 'Send' })
}

describe('SendView', () => {
  test('behavior: the button says what is missing, one thing after the other', async () => {
    const { view } = await open()
    const choosers = await screen.findAllByRole('button', { name: 'Select token' })
    // Each says it once, also to screen readers that do not leave out what is hidden from them.
    expect(choosers.map(({ textContent }) => textContent)).toEqual(['Select token', 'Select token'])
    await chooseToken(/^Ether/)
    expect((await says('Add amount')).getAttribute('aria-disabled')).toBe('true')
    await type(amount, 'one')
    await says('Incorrect value')
    expect((await amount()).getAttribute('aria-invalid')).toBe('true')
    await type(amount, '0,0000000000000000001')
    await says('Incorrect value')
    await type(amount, '2.000000000000000001')
    await says('Insufficient balance')
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Insufficient balance',
    )
    await type(amount, '1,5')
    await says('Add address')
    await type(to, 'nobody')
    await says('Invalid address')
    await type(to, bob)
    expect((await says('Preview send')).getAttribute('aria-disabled')).toBeNull()
    await press('Preview send')
    expect(view().name).toBe('send-preview')
  })

  test('behavior: more than the account has offers more money, and another wallet', async () => {
    const { view } = await open()
    await chooseToken(/^Ether/)
    await type(amount, '3')
    await press('Connect different wallet')
    expect(view().name).toBe('connect')
  })

  test('behavior: Max follows the balance and the fee until the amount is edited', async () => {
    const { transfers } = await open()
    const { getMaximum } = transfers.transfers
    let fee = 5n * 10n ** 17n
    Object.assign(transfers.transfers, {
      getMaximum: async ({ balance }: { balance: bigint }) => balance - fee,
    })
    await chooseToken(/^Ether/)
    await press('Max')
    await waitFor(async () => expect((await amount()).value).toBe('1.5'))
    fee = 10n ** 17n
    // A recipient can change the fee.
    await type(to, bob)
    await waitFor(async () => expect((await amount()).value).toBe('1.9'))
    await type(amount, '1')
    Object.assign(transfers.transfers, { getMaximum })
    expect((await amount()).value).toBe('1')
  })

  test('behavior: all of a token is its whole balance', async () => {
    await open()
    await chooseToken(/^Dev USD/)
    await press('Max')
    await waitFor(async () => expect((await amount()).value).toBe('12.5'))
  })

  test('behavior: dollars, where there is a price, are converted and rounded down', async () => {
    await open()
    await chooseToken(/^Ether/)
    await press(/Enter the amount in US dollars/)
    await type(amount, '1000.01')
    expect(await screen.findByText('0.500005 ETH')).toBeDefined()
    await type(amount, '1.001')
    await says('Incorrect value')
    await type(amount, '4000.01')
    await says('Insufficient balance')
    await chooseToken(/^Dev USD/)
    expect(screen.queryByRole('button', { name: /Enter the amount in US dollars/ })).toBeNull()
    expect(screen.getByText('no price')).toBeDefined()
  })

  test('behavior: only whom the account itself has paid is offered', async () => {
    await open({ paid: [bob] })
    await press(bob)
    expect((await to()).value).toBe(bob)
  })

  test('behavior: an address that looks like a paid one is compared in full, and has to be confirmed', async () => {
    const { view, router } = await open({ paid: [`0xaaaa${'1'.repeat(32)}bbbb`] })
    await chooseToken(/^Ether/)
    await type(amount, '1')
    await type(to, `0xaaaa${'2'.repeat(32)}bbbb`)
    await screen.findByText(/looks like one that you have paid before/)
    expect(document.querySelectorAll('.compare mark')).toHaveLength(64)
    expect((await says('Preview send')).getAttribute('aria-disabled')).toBe('true')
    await press('Preview send')
    expect(view().name).toBe('send')
    // Nor is there another way to the preview.
    act(() => router.push({ name: 'send-preview' }))
    await waitFor(() => expect(view().name).toBe('send'))
    fireEvent.click(await screen.findByRole('checkbox', { name: /I have compared them/ }))
    await press('Preview send')
    expect(view().name).toBe('send-preview')
  })

  test('error: a name to which Ethereum gives another address than the gateway cannot be paid', async () => {
    const address = '0xbadbad0000000000000000000000000000000bad'
    const answer = { name: 'bob.eth', address, source: 'ens', coinType: 60 }
    const answers: Record<string, () => unknown> = {
      resolve: () => answer,
      account: () => ({ balances: opened.balances }),
    }
    vi.stubGlobal('fetch', async ({ pathname }: URL) => {
      const body = answers[pathname.split('/')[2] ?? '']?.()
      return body ? Response.json(body) : Response.json({}, { status: 404 })
    })
    const opened = await open({
      options: {
        gatewayUrl: 'https://gateway.example',
        customRpcUrls: { 'eip155:1': [{ url: 'https://node.example' }] },
      },
    })
    const { transfers, view } = opened
    let record = bob.toLowerCase()
    Object.assign(transfers.transfers, {
      toNameRecord: (recipient: { address: string }) => ({ coinTypes: [60], bytes: recipient.address }),
      isNameContradicted: async ({ expected }: NameClaim) => expected.bytes !== record,
    })
    await chooseToken(/^Ether/)
    await type(amount, '1')
    await type(to, 'bob.eth')
    await screen.findByText(/Ethereum gives it another address/)
    expect(screen.queryByText(address)).toBeNull()
    await press('Invalid address')
    expect(view().name).toBe('send')
    record = address
    await type(to, 'Bob.eth')
    await screen.findByText(address)
    await press('Preview send')
    await screen.findByRole('button', { name: 'Send' })
    // The next answer is another one; the plan is made again when the view is opened again.
    record = bob.toLowerCase()
    await press('Cancel')
    await to()
    await press('Preview send')
    await screen.findByText('The name has another address now')
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })

  test('behavior: a payment link fills the form', async () => {
    const { transfers } = await open()
    const { readRecipient } = transfers.transfers
    Object.assign(transfers.transfers, {
      readRecipient: ({ text, network }: Parameters<typeof readRecipient>[0]) =>
        text.startsWith('pay:')
          ? {
              address: bob,
              token: '0x00000000000000000000000000000000000000CC',
              amount: { units: 2_500_000n },
              isLink: true,
            }
          : readRecipient({ text, network }),
    })
    await type(to, 'pay:me')
    await waitFor(async () => expect((await to()).value).toBe(bob))
    expect((await amount()).value).toBe('2.5')
    await says('Change token, now DUSD')
    await says('Preview send')
  })
})

describe('SendPreviewView', () => {
  async function preview(parameters: Parameters<typeof openMoney>[1] = {}) {
    const opened = await open(parameters)
    await chooseToken(/^Ether/)
    await type(amount, '1.5')
    await type(to, bob)
    return opened
  }

  test('behavior: shows what is sent, to which address, the fee and the network; the wallet gets this plan', async () => {
    const { transfers, kit, view } = await preview()
    await press('Preview send')
    const details = async (id: string) => (await screen.findByTestId(`details-${id}`)).textContent
    expect(await details('send')).toBe('You send1.5 ETH')
    expect(await details('get')).toBe('They get1.5 ETH')
    expect(await details('to')).toBe(`To${bob}`)
    expect(await details('fee')).toBe('Fee, at most0.000000000000021 ETH')
    expect(await details('network')).toBe('NetworkEthereum')
    const sent: unknown[] = []
    transfers.send = async (plan) => {
      sent.push(plan)
      return { hash: '0xsent', from: '' }
    }
    await press('Send')
    await waitFor(() => expect(view().name).toBe('send-confirmed'))
    expect(sent).toEqual([transfers.plans.at(-1)])
    expect(await screen.findByText('Waiting for', { exact: false })).toBeDefined()
    await act(async () => transfers.outcome.resolve('confirmed'))
    expect(await screen.findByRole('heading', { name: 'Confirmed' })).toBeDefined()
    expect(kit.store.getState().money?.send).toBeUndefined()
  })

  test('behavior: once the network has answered, the button has the focus and is read out with what it does', async () => {
    await preview()
    const button = screen.getByRole('button', { name: 'Preview send' })
    button.focus()
    await press('Preview send')
    const send = await screen.findByRole('button', { name: 'Send' })
    await waitFor(() => expect(document.activeElement).toBe(send))
    const described = document.getElementById(send.getAttribute('aria-describedby') ?? '')
    expect(described?.textContent).toContain(`1.5 ETHTo${bob}`)
    expect(described?.textContent).toContain('This is the first time')
  })

  test.each([
    ['fails', /would fail/],
    ['no-fee', /enough ETH for the fee/],
    ['not-payable', /belongs to a token/],
    ['not-transferable', /ETH cannot be sent here/],
  ] as const)('error: what is refused (%s) has no button to send', async (refusal, sentence) => {
    const { transfers } = await preview()
    transfers.plan = { refusal }
    await press('Preview send')
    expect(
      (
        await screen.findAllByText(
          (_, element) => element?.className === 'warn warning' && sentence.test(element.textContent ?? ''),
        )
      ).length,
    ).toBe(1)
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })

  test('behavior: notes say what is unusual, and the first payment to an address', async () => {
    const { transfers } = await preview()
    transfers.plan = { notes: ['contract', 'not-simulated'] }
    await press('Preview send')
    const notes = async () => [...document.querySelectorAll('.warning')].map(({ textContent }) => textContent)
    await waitFor(async () =>
      expect(await notes()).toEqual([
        'This is the first time you send to this address. Check all of it.',
        'This is a contract. Send only if it says it takes ETH.',
        'The network could not say whether this will succeed.',
      ]),
    )
  })

  test('behavior: a text that a payment link adds is shown', async () => {
    const { transfers } = await preview()
    transfers.plan = { memo: 'For account 17' }
    await press('Preview send')
    expect((await screen.findByText('For account 17')).closest('dd')?.textContent).toContain(bob)
  })

  test('error: a simulation of the gateway that contradicts the payment refuses it', async () => {
    vi.stubGlobal('fetch', async (input: unknown) =>
      String(input).includes('/v1/tx/simulate')
        ? Response.json({
            status: 'reverted',
            method: 'eth_call',
            complete: false,
            changes: [],
            approvals: [],
          })
        : Response.json({}, { status: 503 }),
    )
    const { transfers, kit } = await preview()
    Object.assign(kit.options, { gatewayUrl: 'https://gateway.test' })
    transfers.plan = { call: { to: bob, value: '0x1' } }
    await press('Preview send')
    expect(await screen.findByText(/moved something else/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  })

  test.each([
    [new RpcError({ rpcCode: 4001, message: 'no' }), 'Not sent', true],
    [new RpcError({ rpcCode: -32602, message: 'no' }), 'Fake could not send', true],
    [new RpcError({ rpcCode: -32603, message: 'no' }), 'Not known yet', false],
  ])('error: after %s it says “%s”', async (error, heading, canRetry) => {
    const { transfers, view } = await preview({ paid: [bob] })
    transfers.send = () => Promise.reject(error)
    await press('Preview send')
    await press('Send')
    expect(await screen.findByRole('heading', { name: heading })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' }) !== null).toBe(canRetry)
    if (!canRetry) return
    await press('Try again')
    expect(view().name).toBe('send-preview')
    await screen.findByRole('button', { name: 'Send' })
  })

  test('behavior: the embedded wallet is asked at once, unless there is something that its screen does not say', async () => {
    const { kit, transfers, view, router } = await preview()
    kit.store.setState(({ connectors }) => ({
      connectors: connectors.map((details) => ({ ...details, type: 'AUTH' as const })),
    }))
    const shown: string[] = []
    // The frame's screen is opened over the view that is shown then.
    transfers.send = async () => {
      shown.push(view().name)
      router.push({ name: 'approve-transaction' })
      return { hash: '0xsent', from: '' }
    }
    transfers.plan = { notes: ['contract'] }
    await press('Preview send')
    await screen.findByRole('button', { name: 'Continue' })
    expect(shown).toEqual([])
    // Who pays the fee, and whether anybody can, only the wallet knows.
    expect(screen.queryByTestId('details-fee')).toBeNull()
    // What has been shown does not go on by itself when there is nothing more to say.
    transfers.plan = {}
    await act(() => getQueryClient(kit).invalidateQueries({ queryKey: ['send-plan'] }))
    await screen.findByRole('button', { name: 'Continue' })
    expect(shown).toEqual([])
    transfers.plan = { refusal: 'no-fee' }
    await press('Cancel')
    await press('Preview send')
    await waitFor(() => expect(shown).toEqual(['send-confirmed']))
    expect(view().name).toBe('approve-transaction')
  })

  test('error: a name that gets another address while the preview is shown is not paid at the new one', async () => {
    let address = bob
    const thief = '0xbadbad0000000000000000000000000000000bad'
    vi.stubGlobal('fetch', async ({ pathname }: URL) => {
      if (pathname.includes('/account/')) return Response.json({ balances: opened.balances })
      return pathname.includes('/resolve/')
        ? Response.json({ name: 'bob.eth', address, source: 'ens', coinType: 60 })
        : Response.json({}, { status: 404 })
    })
    const opened = await open({ options: { gatewayUrl: 'https://gateway.example' } })
    const answers = getQueryClient(opened.kit)
    /** As when an answer has grown old, and the view is opened or the window gets the focus. */
    const askAgain = () => act(() => answers.invalidateQueries({ queryKey: ['resolve'] }))
    await chooseToken(/^Ether/)
    await type(amount, '1')
    await type(to, 'bob.eth')
    await screen.findByText(bob)
    await press('Preview send')
    await screen.findByRole('button', { name: 'Send' })
    address = thief
    await askAgain()
    await screen.findByText('The name has another address now')
    expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
    await press('Back')
    await screen.findByText(thief)
    await press('Preview send')
    await screen.findByRole('button', { name: 'Send' })
    expect(screen.getByTestId('details-to').textContent).toContain(thief)
  })

  test('behavior: another account or network goes back to an empty form', async () => {
    const { wallet, view } = await preview()
    await press('Preview send')
    await screen.findByRole('button', { name: 'Send' })
    act(() => wallet.emit({ type: 'network', networkId: 'eip155:8453' }))
    await waitFor(() => expect(view().name).toBe('send'))
    expect((await to()).value).toBe('')
  })
})

describe('SendConfirmedView', () => {
  test.each([
    ['Send Progress', undefined],
    ['Swap Progress', { asset: { name: 'Dev USD', symbol: 'DUSD', decimals: 6 }, minimum: '2970000000' }],
  ])('behavior: of what was sent before a reload, the heading is %s', async (heading, swap) => {
    const { kit } = await openMoney({ name: 'send-confirmed', id: 'one' })
    stops.push(() => kit.destroy())
    const asset = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const entry: PendingTransfer = {
      ...{ id: 'one', networkId: 'eip155:1', from: bob, to: bob, asset, amount: '1', startedAt: 0 },
      ...{ status: 'sent', sent: { hash: '0x1', from: bob }, swap },
    }
    act(() => updateMoney(kit, { pending: [entry] }))
    expect(await screen.findByRole('heading', { name: heading, level: 1 })).toBeDefined()
  })
})
