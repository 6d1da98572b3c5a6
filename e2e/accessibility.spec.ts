import { createRtlCheck } from './createRtlCheck.ts'
import { createViewCheck } from './createViewCheck.ts'
import { expect, test } from './test.ts'
import { visitEveryView } from './visitEveryView.ts'
import { visitMoneyViews } from './visitMoneyViews.ts'

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
      test.setTimeout(300_000)
      const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
      await visitEveryView({ page, demo, check })
    })

    test('behavior: the views that buy, fund and pay pass the same', async ({ page, demo, stack }) => {
      test.setTimeout(300_000)
      const check = createViewCheck({ page, demo, least: use.hasTouch ? 44 : 24 })
      await visitMoneyViews({ page, demo, stack, check })
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

  for (const [views, visit] of [
    ['', visitEveryView],
    [' where money moves', visitMoneyViews],
  ] as const)
    test(`behavior: right to left: the layout is mirrored, nothing overflows, and texts keep their order${views}`, async ({
      page,
      demo,
      stack,
    }) => {
      test.setTimeout(240_000)
      await page.setViewportSize({ width: 390, height: 844 })
      await visit({ page, demo, stack, check: createRtlCheck(page), options: { rtl: true } })
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
