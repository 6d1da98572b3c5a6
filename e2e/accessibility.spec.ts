import type { Page } from '@playwright/test'
import { createViewCheck } from './createViewCheck.ts'
import { type Demo, expect, type OpenParameters, test } from './test.ts'

const sizes = [
  { name: 'wide', viewport: { width: 1000, height: 900 } },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]

for (const { name, ...use } of sizes) {
  test.describe(`accessibility, ${name}`, () => {
    test.use(use)

    test('behavior: every view passes axe in light and dark, has its name, and has targets of the minimum size', async ({
      page,
      demo,
    }) => {
      test.setTimeout(180_000)
      const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
      await visitEveryView({ page, demo, check })
    })
  })
}

test.describe('accessibility, preferences', () => {
  test('behavior: reduced motion: only opacity is animated', async ({ page, demo }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.addInitScript(() => {
      const moved = new Set<string>()
      Object.assign(window, { moved })
      const note = (event: AnimationEvent | TransitionEvent) => {
        const root = event.target as Element
        for (const animation of root.getAnimations()) {
          const effect = animation.effect as KeyframeEffect
          for (const frame of effect.getKeyframes()) {
            for (const property of Object.keys(frame)) {
              if (!['offset', 'computedOffset', 'easing', 'composite', 'opacity'].includes(property)) {
                moved.add(`${root.className}: ${property}`)
              }
            }
          }
          if (Number(effect.getTiming().duration) > 80) {
            moved.add(`${root.className}: longer than 80 ms: ${effect.getTiming().duration}`)
          }
        }
      }
      const attach = Element.prototype.attachShadow
      Element.prototype.attachShadow = function (init) {
        const root = attach.call(this, init)
        root.addEventListener('animationstart', (event) => note(event as AnimationEvent))
        root.addEventListener('transitionrun', (event) => note(event as TransitionEvent))
        return root
      }
    })
    await demo.open({ options: { signIn: 'off' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo.view('Connect Wallet').getByRole('button', { name: 'Help' }).click()
    await demo
      .view(/What is/)
      .getByRole('button', { name: 'Back' })
      .click()
    await demo.view('Connect Wallet').getByRole('button', { name: 'Close' }).click()
    await expect(demo.dialog).toBeHidden()
    await demo.connect()
    await expect(demo.dialog).toBeHidden()
    await demo.wallet((wallet) => wallet.switchChain(31339))
    const unsupported = demo.view('Unsupported Network')
    await expect(unsupported).toBeVisible()
    await page.keyboard.press('Escape')
    // With reduced motion the refusal is shown as text instead of a shake.
    await expect(
      unsupported.getByText('Choose a supported network to continue, or disconnect.'),
    ).toBeAttached()
    expect(await page.evaluate('[...window.moved]')).toEqual([])
  })

  test('behavior: right to left: the layout is mirrored and nothing overflows', async ({ page, demo }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await visitEveryView({
      page,
      demo,
      options: { rtl: true },
      check: async (view) => {
        const findOverflow = () =>
          page.evaluate(() => {
            const found: string[] = []
            const { scrollWidth, clientWidth } = document.documentElement
            if (scrollWidth > clientWidth) found.push(`page: ${scrollWidth} > ${clientWidth}`)
            const root = document.querySelector('dialog > div')?.shadowRoot
            const card = root?.querySelector('[data-card]')
            if (!card) return found
            if (getComputedStyle(card).direction !== 'rtl') found.push('card is not right to left')
            const box = card.getBoundingClientRect()
            for (const element of card.querySelectorAll('button, input, img, li, h1, h2, p')) {
              const { left, right, width } = element.getBoundingClientRect()
              if (width > 1 && (left < box.left - 0.5 || right > box.right + 0.5)) {
                found.push(`${element.tagName}.${element.className} ${left}–${right}`)
              }
            }
            const stage = card.querySelector('.stage')
            if (stage && stage.scrollWidth > stage.clientWidth) found.push('stage scrolls sideways')
            return found
          })
        // During its entry animation a view is offset and clipped.
        await expect.poll(findOverflow, { message: view }).toEqual([])
      },
    })
  })

  test('behavior: forced colours: the card has a border, and its controls are visible', async ({
    page,
    demo,
  }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await demo.open({ options: { signIn: 'off' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    const view = demo.view('Connect Wallet')
    await expect(view.getByRole('button', { name: /^Dev Wallet/ })).toBeVisible()
    const edge = await view
      .getByTestId('w3m-modal-card')
      .evaluate((card) => [getComputedStyle(card).borderStyle, getComputedStyle(card).outlineStyle])
    expect(edge).toContain('solid')
  })

  test('behavior: changes are announced to screen readers', async ({ page, demo }) => {
    await demo.open({ wallet: 'hang', options: { signIn: 'off' } })
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await demo
      .view('Connect Wallet')
      .getByRole('button', { name: /^Dev Wallet/ })
      .click()
    const status = demo.view('Dev Wallet').getByRole('status').filter({ hasText: /\w/ })
    await expect(status).toContainText('Continue in Dev Wallet')
    await demo.wallet((wallet) => {
      for (const request of wallet.pending) request.reject()
    })
    await expect(status).toContainText('Not connected')
    await expect(demo.view('Dev Wallet').getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
  })
})

/** Visits every view and checks each. */
async function visitEveryView({
  page,
  demo,
  check,
  options = {},
}: {
  page: Page
  demo: Demo
  check: (view: string) => Promise<void>
  options?: OpenParameters['options']
}): Promise<void> {
  const opener = page.getByRole('button', { name: 'Connect Wallet' }).first()
  const devWallet = demo.view('Connect Wallet').getByRole('button', { name: /^Dev Wallet/ })

  await demo.open({ wallets: 'none', options })
  await check('the page')
  await opener.click()
  await expect(demo.view('Connect Wallet')).toBeVisible()
  await expect(demo.dialog.getByTestId('all-wallets')).toContainText(/\d/)
  await check('Connect without a wallet')
  await demo.dialog.getByTestId('all-wallets').click()
  await expect(demo.view('All Wallets').getByRole('listitem')).toHaveCount(40)
  await check('All Wallets')
  await demo.dialog.getByRole('button', { name: 'Phantom' }).click()
  await expect(demo.dialog.getByRole('link', { name: 'App Store' })).toBeVisible()
  await check('Get a wallet')
  await demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(demo.view('All Wallets')).toBeVisible()
  await demo.dialog.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(demo.view('Connect Wallet')).toBeVisible()
  await demo.dialog.getByRole('button', { name: 'What is a wallet?' }).click()
  await expect(demo.view(/What is a wallet/)).toBeVisible()
  await check('What is a wallet')

  const consent = { legal: true, features: { legalCheckbox: true, names: true } }
  await demo.open({ wallet: 'hang', options: { ...options, ...consent } })
  await opener.click()
  await expect(devWallet).toBeDisabled()
  await check('Connect with a box to tick')
  await demo.dialog.getByRole('checkbox').check()
  await expect(devWallet).toBeEnabled()
  await check('Connect')
  await devWallet.click()
  await expect(demo.dialog.getByText('Continue in Dev Wallet')).toBeVisible()
  await check('Connecting: waiting')
  await demo.wallet((wallet) => {
    wallet.setPolicy('reject')
    for (const request of wallet.pending) request.reject()
  })
  await expect(demo.dialog.getByText('Not connected')).toBeVisible()
  await check('Connecting: rejected')
  await demo.wallet((wallet) => wallet.setPolicy({ code: -32603, message: 'broken' }))
  await demo.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(demo.dialog.getByText('could not connect')).toBeVisible()
  await check('Connecting: failed')
  await demo.wallet((wallet) => wallet.setPolicy('approve'))
  await demo.dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(demo.view('Sign In')).toBeVisible()
  await check('Sign In')
  await demo.dialog.getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(demo.dialog).toBeHidden()
  await expect(demo.output('Balance')).toContainText('ETH')
  await check('the page, connected')

  await page
    .getByRole('button', { name: /0xf3…b92266/ })
    .first()
    .click()
  for (const tab of ['Tokens', 'NFTs', 'Activity']) {
    await demo.dialog.getByRole('tab', { name: tab }).click()
    await expect(demo.dialog.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await check(`Account: ${tab}`)
  }
  await demo.dialog.getByRole('button', { name: 'Receive' }).click()
  await expect(demo.view('Receive')).toBeVisible()
  await check('Receive')
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await demo.dialog.getByRole('button', { name: 'Account settings' }).click()
  await expect(demo.view('Account Settings')).toBeVisible()
  await check('Account Settings')
  await demo.dialog.getByRole('button', { name: /^Choose account name/ }).click()
  await demo.view('Choose Account Name').getByRole('textbox', { name: 'Name' }).fill('aurelia')
  await expect(demo.dialog.getByRole('button', { name: /^aurelia\.portico\.local/ })).toBeVisible()
  await check('Choose Account Name')
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(demo.view('Account Settings')).toBeVisible()
  await demo.dialog.getByRole('button', { name: /^Local One/ }).click()
  await expect(demo.view('Choose Network')).toBeVisible()
  // The title appears before the view, which is then animated.
  await expect(demo.dialog.getByRole('button', { name: /^Local Two/ })).toBeVisible()
  await check('Choose Network')
  await demo.dialog.getByRole('button', { name: 'What is a network?' }).click()
  await expect(demo.view('What is a network?')).toContainText('Each network has its own fees')
  await check('What is a network')
  await demo.dialog.getByRole('button', { name: 'Back' }).click()
  await expect(demo.dialog.getByRole('button', { name: /^Local Two/ })).toBeVisible()
  await demo.wallet((wallet) => wallet.setPolicy('hang'))
  await demo.dialog.getByRole('button', { name: /^Local Two/ }).click()
  await expect(demo.view('Switch Network')).toBeVisible()
  await check('Switch Network: waiting')
  await demo.wallet((wallet) => {
    wallet.setPolicy('reject')
    for (const request of wallet.pending) request.reject()
  })
  await expect(demo.dialog.getByText('Not switched')).toBeVisible()
  await check('Switch Network: rejected')
  await demo.dialog.getByRole('button', { name: 'Close' }).click()
  await expect(demo.dialog).toBeHidden()
  await demo.wallet((wallet) => wallet.switchChain(31339))
  await expect(demo.view('Unsupported Network')).toBeVisible()
  await check('Unsupported Network')
}
