import type { Frame, Locator, Page } from '@playwright/test'
import { callChain } from './callChain.ts'
import { checkLayout } from './checkLayout.ts'
import { createRtlCheck } from './createRtlCheck.ts'
import { createViewCheck, findViolations, smallTargets } from './createViewCheck.ts'
import { findOverflow } from './findOverflow.ts'
import { openWalletWindow } from './openWalletWindow.ts'
import { sendEther } from './sendEther.ts'
import { settle } from './settle.ts'
import { startMirror } from './startMirror.ts'
import { tabTo } from './tabTo.ts'
import { createVisitor, expect, readDigits, test, type Visitor } from './testWithWallet.ts'

const sizes = [
  { name: 'wide', viewport: { width: 1000, height: 900 } },
  { name: 'touch', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
]
const off = { signIn: 'off' }
/** The code of an account with smart-account features: a delegation to the contract of the wallet. */
const smartAccountCode = '0xef010063c0c19a282a1b52b07dd5a65b58948a07dae32b'

for (const { name, ...use } of sizes) {
  test.describe(`the embedded wallet’s views, ${name}`, () => {
    test.use(use)
    const least = use.hasTouch ? 44 : 24

    test('behavior: login passes axe in light and dark, outside and inside the frame', async ({
      visitor,
      mailbox,
      stack,
    }) => {
      test.setTimeout(180_000)
      const { page, demo, frame } = visitor
      const check = createViewCheck({ page, demo, least })
      const checkFrame = createFrameCheck({ page, walletUrl: stack.walletUrl, least })
      const email = mailbox.address()
      await demo.open({ options: off })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      const field = demo.view('Connect Wallet').getByRole('textbox', { name: 'Email' })
      await field.fill('nobody')
      await demo.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(field).toHaveAccessibleDescription(/^Enter an e-mail address/)
      await check('Connect with an invalid address')
      await field.fill(email)
      await demo.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(demo.view('Register Device')).toBeVisible()
      await check('Register Device')
      const grey = await readColour(demo.dialog.getByRole('button', { name: 'Resend link' }))

      const device = await page.context().newPage()
      await device.goto(await mailbox.link(email))
      await expect(device.getByRole('button', { name: 'Approve' })).toBeVisible()
      await checkPage(device, least, 'the device page')
      await device.getByRole('button', { name: 'Approve' }).click()
      await expect(device.getByRole('status')).toHaveText('Type both digits.')
      await checkPage(device, least, 'the device page without digits')
      await device.getByRole('textbox', { name: 'Digits' }).fill(await readDigits(page))
      await device.getByRole('button', { name: 'Approve' }).click()
      await expect(device.getByRole('heading', { name: 'Approved' })).toBeVisible()
      await checkPage(device, least, 'the device page, approved')
      await device.reload()
      await expect(device.getByRole('heading', { name: 'This link does not work' })).toBeVisible()
      await checkPage(device, least, 'the device page, without a link')
      await device.close()

      await expect(demo.view('Confirm Email')).toBeVisible()
      await expect(frame.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
      // Countdowns look the same in the modal and in its frame.
      await expect(frame.getByRole('button', { name: /^Resend code in/ })).toHaveCSS('color', grey)
      await expect(frame.getByRole('button', { name: /^Resend code in/ })).toHaveCSS('opacity', '1')
      await check('Confirm Email')
      await checkFrame('Confirm Email')
      await visitor.typeCode('000000')
      await expect(frame.getByRole('status')).toContainText(/^That code is not correct/)
      await checkFrame('Confirm Email: wrong')
      await visitor.typeCode(await mailbox.code(email))
      await visitor.address()
      await expect(demo.dialog).toBeHidden()
    })

    test('behavior: account and requests pass axe in light and dark, outside and inside the frame', async ({
      visitor,
      mailbox,
      stack,
    }) => {
      test.setTimeout(180_000)
      const { page, demo, frame } = visitor
      const check = createViewCheck({ page, demo, least })
      const checkFrame = createFrameCheck({ page, walletUrl: stack.walletUrl, least })
      await demo.open({ options: off, wallets: 'none' })
      const email = mailbox.address()
      await sendEther(stack, await visitor.logIn(email), 1)
      const usedCodes = [await mailbox.code(email)]
      await expect(demo.dialog).toBeHidden()
      for (const [button, heading, next] of [
        ['Sign message', 'Signature request', 'Approve'],
        ['Sign typed data', 'Signature request', 'Open wallet'],
        ['Send transaction', 'Transaction request', 'Approve'],
      ] as const) {
        await page.getByRole('button', { name: button }).click()
        await expect(demo.view('Approve Transaction')).toBeVisible()
        await expect(frame.getByRole('heading', { name: heading, level: 1, exact: true })).toBeVisible()
        await expect(frame.getByRole('button', { name: next })).toBeVisible()
        await check(button)
        if (next === 'Approve') await frame.getByText('Details', { exact: true }).click()
        await checkFrame(button)
        // One is approved: after three rejections the wallet takes no more requests for a while.
        const answer = button === 'Sign message' ? 'Approve' : 'Reject'
        await frame.getByRole('button', { name: answer }).click()
        await expect(demo.dialog).toBeHidden()
      }
      await page.getByTestId('account-button').first().click()
      await demo.view('Account').getByRole('button', { name: 'Account settings' }).click()
      await demo.view('Account Settings').getByTestId('w3m-account-email-update').click()
      const field = demo.view('Edit Email').getByRole('textbox', { name: 'New email' })
      await expect(field).toBeVisible()
      await check('Edit Email')
      await field.fill('nobody')
      await demo.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(field).toHaveAccessibleDescription(/^Enter an e-mail address/)
      await check('Edit Email with an invalid address')
      await field.fill(mailbox.address())
      await demo.dialog.getByRole('button', { name: 'Continue', exact: true }).click()
      await expect(frame.getByRole('heading', { name: 'Confirm your current address' })).toBeVisible()
      await check('the code to the current address')
      await checkFrame('the code to the current address')
      await frame
        .getByRole('textbox', { name: 'Verification code' })
        .fill(await mailbox.code(email, usedCodes))
      await expect(frame.getByRole('heading', { name: 'Confirm your new address' })).toBeVisible()
      await expect(frame.locator('.digits')).toHaveText(/^\d{2}$/)
      await check('the link to the new address')
      await checkFrame('the link to the new address')
      await demo.dialog.getByRole('button', { name: 'Back' }).click()
      await expect(demo.view('Edit Email')).toBeVisible()
      await demo.dialog.getByRole('button', { name: 'Back' }).click()
      await expect(demo.view('Account Settings').getByTestId('w3m-account-email-update')).toBeVisible()
      await check('Account Settings with an address')

      // As after the first batch of calls.
      await callChain(stack, 'anvil_setCode', [await visitor.address(), smartAccountCode])
      await demo
        .view('Account Settings')
        .getByRole('button', { name: /^Smart account settings/ })
        .click()
      const smart = demo.view('Smart Account Settings')
      await expect(smart.getByRole('button', { name: 'Turn off on Local One' })).toBeVisible()
      await check('Smart Account Settings')
      const folder = process.env.SCREENSHOTS
      if (folder) await page.screenshot({ path: `${folder}/smart-account-${name}.png` })
      await smart.getByRole('button', { name: 'Turn off on Local One' }).click()
      await expect(frame.getByRole('heading', { name: /^Turn off smart-account features/ })).toBeVisible()
      await check('turning off')
      await checkFrame('turning off')
      await frame.getByRole('button', { name: 'Reject' }).click()
      await expect(smart.getByText('You declined. Nothing has changed.', { exact: true })).toBeVisible()
      await check('Smart Account Settings, after a rejection')
      if (use.hasTouch) {
        await page.evaluate(() => document.querySelector('dialog[open] > div')?.setAttribute('dir', 'rtl'))
        await createRtlCheck(page)('Smart Account Settings, right to left')
      } else await page.emulateMedia({ colorScheme: 'light' })
      if (folder) await page.screenshot({ path: `${folder}/smart-account-rejected-${name}.png` })
    })

    test('behavior: Connect on another origin of the same site: confirmed in the frame, without a code', async ({
      visitor,
      mailbox,
      stack,
    }) => {
      const email = mailbox.address()
      await visitor.demo.open({ options: off, wallets: 'none' })
      const address = await visitor.logIn(email)
      const mails = (await mailbox.all(email)).length
      const mirror = await startMirror(stack.url)
      const page = await visitor.page.context().newPage()
      try {
        const otherVisitor = createVisitor({ page, stack: { ...stack, url: mirror.url }, mailbox })
        const { demo, frame } = otherVisitor
        await demo.open({ options: off, wallets: 'none' })
        await otherVisitor.askFor(email)
        await expect(frame.getByRole('heading', { name: 'Connect', level: 1 })).toBeVisible()
        await expect(demo.view('Approve Transaction')).toBeVisible()
        await createViewCheck({ page, demo, least })('Connect')
        await createFrameCheck({ page, walletUrl: stack.walletUrl, least })('Connect')
        await frame.getByRole('button', { name: 'Reject' }).click()
        await expect(frame.getByRole('heading', { name: 'Connect', level: 1 })).toBeHidden()
        // A rejection is not an error, and the visitor can try again at once.
        await expect(demo.view('Connect Wallet').getByRole('alert').filter({ hasText: /\w/ })).toHaveCount(0)
        await expect(demo.output('Status')).toHaveText('disconnected')
        await demo.view('Connect Wallet').getByRole('textbox', { name: 'Email' }).fill(email)
        await demo.view('Connect Wallet').getByRole('button', { name: 'Continue', exact: true }).click()
        await frame.getByRole('button', { name: 'Approve' }).click()
        expect(await otherVisitor.address()).toBe(address)
        expect((await mailbox.all(email)).length).toBe(mails)
      } finally {
        await page.close()
        await mirror.close()
      }
    })
  })
}

test.describe('the embedded wallet’s views, preferences', () => {
  test('behavior: right to left on a phone: nothing overflows, outside or inside the frame', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    const { page, demo, frame } = visitor
    await page.setViewportSize({ width: 390, height: 844 })
    await demo.open({ options: { ...off, rtl: true }, wallets: 'none' })
    const email = mailbox.address()
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    await expect.poll(() => findOverflow(page)).toEqual([])
    await visitor.approveDevice(email)
    await expect(frame.getByRole('textbox', { name: 'Verification code' })).toBeVisible()
    await expect.poll(() => findOverflow(findFrame(page, stack.walletUrl))).toEqual([])
    await expect.poll(() => findOverflow(page)).toEqual([])
    await visitor.typeCode(await mailbox.code(email))
    await visitor.address()
    await expect(demo.dialog).toBeHidden()
    for (const [button, next] of [
      ['Sign message', 'Approve'],
      ['Sign typed data', 'Open wallet'],
    ] as const) {
      await page.getByRole('button', { name: button }).click()
      await expect(frame.getByRole('button', { name: next })).toBeVisible()
      await expect.poll(() => findOverflow(findFrame(page, stack.walletUrl))).toEqual([])
      await expect.poll(() => findOverflow(page)).toEqual([])
      await frame.getByRole('button', { name: 'Reject' }).click()
      await expect(demo.dialog).toBeHidden()
    }
  })

  test('behavior: on a small phone the device page shows both buttons at once, each on one line', async ({
    visitor,
    mailbox,
  }) => {
    const { demo, page } = visitor
    const email = mailbox.address()
    await demo.open({ options: off, wallets: 'none' })
    await visitor.askFor(email)
    const device = await page.context().newPage()
    await device.setViewportSize({ width: 320, height: 568 })
    await device.goto(await mailbox.link(email))
    for (const name of ['This wasn’t me', 'Approve']) {
      const button = device.getByRole('button', { name })
      await expect(button).toBeInViewport({ ratio: 1 })
      // Two lines of text make a button higher than its minimum height.
      expect((await button.boundingBox())?.height).toBe(48)
      const lines = await button.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        return range.getClientRects().length
      })
      expect(lines, name).toBe(1)
    }
    await device.close()
  })

  test('behavior: a short message and all that its signature does are read without scrolling', async ({
    visitor,
    mailbox,
  }) => {
    const { page, demo, frame } = visitor
    await page.setViewportSize({ width: 420, height: 800 })
    await demo.open({ options: off, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    await page.getByRole('button', { name: 'Sign message' }).click()
    // The modal of a wide page is narrower than this phone.
    for (const viewport of [
      { width: 420, height: 800 },
      { width: 900, height: 800 },
    ]) {
      await page.setViewportSize(viewport)
      await expect(frame.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', '')
      for (const name of ['Message', 'What it does'])
        await expect
          .poll(() =>
            frame
              .getByRole('region', { name, exact: true })
              .evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
          )
          .toBe(0)
    }
  })

  test('behavior: where a request does not fit, the foot says so and has the way to the wallet window', async ({
    visitor,
    mailbox,
    stack,
  }) => {
    test.setTimeout(180_000)
    const { page, demo, frame } = visitor
    await demo.open({ options: off, wallets: 'none' })
    await sendEther(stack, await visitor.logIn(mailbox.address()), 1)
    await expect(demo.dialog).toBeHidden()
    const approve = frame.getByRole('button', { name: 'Approve' })
    const inWindow = frame.getByRole('button', { name: 'Open wallet' })
    const reject = frame.getByRole('button', { name: 'Reject' })
    const small = frame.getByText('This screen is too small to show the whole request.')
    for (const button of ['Sign message', 'Send transaction']) {
      await page.setViewportSize({ width: 640, height: 360 })
      await page.getByRole('button', { name: button }).click()
      for (const shown of [reject, inWindow, small]) await expect(shown).toBeInViewport({ ratio: 1 })
      await expect(approve).toBeHidden()
      // Beside Reject, where Approve was.
      expect((await inWindow.boundingBox())?.y).toBe((await reject.boundingBox())?.y)

      // Where there is room, the request is approved in the page.
      await page.setViewportSize({ width: 420, height: 800 })
      await expect(approve).toHaveAttribute('data-armed', '')
      await expect(small).toBeHidden()
      for (const [width, height] of [
        [375, 548],
        [360, 560],
        ...(button === 'Send transaction' ? ([[320, 568]] as const) : []),
      ] as const) {
        await page.setViewportSize({ width, height })
        for (const shown of [reject, inWindow, small]) await expect(shown).toBeInViewport({ ratio: 1 })
      }
      await page.setViewportSize({ width: 640, height: 360 })
      await expect(inWindow).toBeInViewport({ ratio: 1 })
      const [opened] = await Promise.all([page.context().waitForEvent('page'), inWindow.click()])
      await opened.getByRole('button', { name: 'Reject' }).click()
      await expect(demo.dialog).toBeHidden()
    }
  })

  test('behavior: on a small phone the opened details come into view above the foot', async ({
    visitor,
    mailbox,
  }) => {
    const { page, demo, frame } = visitor
    await page.setViewportSize({ width: 320, height: 568 })
    await demo.open({ options: off, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', '')
    await frame.getByText('Details', { exact: true }).click()
    const bottom = async (part: Locator) => {
      const box = await part.boundingBox()
      return box ? box.y + box.height : Number.NaN
    }
    const details = frame.getByRole('region', { name: 'Details' })
    await expect(async () => {
      await settle(page)
      const foot = await frame.locator('.buttons').boundingBox()
      expect(await bottom(details)).toBeLessThanOrEqual(foot?.y ?? Number.NaN)
    }).toPass()
    await expect(details).toBeInViewport({ ratio: 1 })
    // The request itself is scrolled out of view, and is approved only in view.
    const scroll = frame.getByText('Scroll to see the whole request.')
    await expect(scroll).toBeInViewport({ ratio: 1 })
    await expect(frame.getByRole('button', { name: 'Approve' })).not.toHaveAttribute('data-armed')
    await expect(details).toBeInViewport({ ratio: 1 })
    await frame.locator('html').evaluate(() => scrollTo(0, 0))
    await expect(frame.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', '')
    await expect(scroll).toBeHidden()
  })

  test('behavior: at 320 px a long address is shown whole, in the modal, the frame and the settings', async ({
    visitor,
    mailbox,
  }) => {
    test.setTimeout(90_000)
    const { demo, page, frame } = visitor
    await page.setViewportSize({ width: 320, height: 568 })
    const email = mailbox.address().replace('@', '-with-a-name-that-is-far-too-long@mail.department.')
    const isWhole = async (shown: Locator) => {
      await expect(shown).toBeVisible()
      return shown.evaluate((element) => {
        const range = document.createRange()
        range.selectNodeContents(element)
        const parent = (element.parentElement as Element).getBoundingClientRect()
        return [...range.getClientRects()].every(
          ({ left, right }) => left >= parent.left - 1 && right <= parent.right + 1 && right <= innerWidth,
        )
      })
    }
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.askFor(email)
    expect(await isWhole(demo.view('Register Device').locator('b', { hasText: email }))).toBe(true)
    await visitor.approveDevice(email)
    await expect(demo.view('Confirm Email')).toBeVisible()
    expect(await isWhole(frame.getByText(email).last())).toBe(true)
    await visitor.typeCode(await mailbox.code(email))
    await visitor.address()
    await page.getByTestId('account-button').first().click()
    await demo.view('Account').getByRole('button', { name: 'Account settings' }).first().click()
    expect(await isWhole(demo.view('Account Settings').getByText(email, { exact: true }))).toBe(true)
  })

  test('behavior: reduced motion: nothing in the frame moves', async ({ visitor, mailbox, stack }) => {
    const { page, demo, frame } = visitor
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await demo.open({ options: off, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', '')
    const moving = await findFrame(page, stack.walletUrl).evaluate(() =>
      document.getAnimations().map(({ id, effect }) => `${id} ${effect?.getTiming().duration}`),
    )
    expect(moving).toEqual([])
  })
})

for (const { name, viewport } of [
  { name: '320 × 568', viewport: { width: 320, height: 568 } },
  { name: 'a zoom of 200 %', viewport: { width: 640, height: 360 } },
]) {
  test.describe(`the embedded wallet on a small screen, ${name}`, () => {
    test.use({ viewport })

    test('behavior: the window’s warnings are in view before Approve is enabled, and its edge is free', async ({
      visitor,
      mailbox,
    }) => {
      const { page, demo, frame } = visitor
      await demo.open({ options: off, wallets: 'none' })
      await visitor.logIn(mailbox.address())
      await page.getByRole('button', { name: 'Sign typed data' }).click()
      const opened = await openWalletWindow(page, frame)
      // A window of its own does not have the size of the page.
      await opened.setViewportSize(viewport)
      const warnings = opened.locator('.warning, #hold')
      expect(await warnings.count()).toBeGreaterThan(1)
      const foot = await opened.locator('.buttons').boundingBox()
      for (const warning of await warnings.all()) {
        const box = await warning.boundingBox()
        expect.soft((box?.y ?? Number.NaN) + (box?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
      }
      await expect(opened.getByRole('button', { name: 'Approve' })).toHaveAttribute('data-armed', '')
      const heading = await opened.getByRole('heading', { level: 1 }).boundingBox()
      expect(heading?.y).toBeGreaterThanOrEqual(16)
      await opened.close()
    })

    test('behavior: the digits and every way on from Register Device are in view', async ({
      visitor,
      mailbox,
      page,
    }) => {
      const { demo } = visitor
      await demo.open({ options: off, wallets: 'none' })
      await visitor.askFor(mailbox.address().replace(/@.*/, '-of-a-longer-name@gmail.com'))
      const view = demo.view('Register Device')
      await expect(view).toBeVisible()
      await settle(page)
      for (const control of [
        view.locator('.digits'),
        view.getByRole('link', { name: 'Open Gmail' }),
        view.getByRole('button', { name: 'Resend link' }),
        view.getByRole('button', { name: 'Wrong address?' }),
      ])
        await expect.soft(control).toBeInViewport({ ratio: 1 })
    })
  })
}

test.describe('the embedded wallet, by the keyboard alone', () => {
  test('behavior: from the address to a signature, moving into the frame and out of it', async ({
    visitor,
    mailbox,
  }) => {
    const { page, demo, frame } = visitor
    const { keyboard } = page
    const email = mailbox.address()
    await demo.open({ options: off, wallets: 'none' })
    await tabTo(page, 'Connect Wallet')
    await keyboard.press('Enter')
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await tabTo(page, 'Email')
    await keyboard.type(email)
    await keyboard.press('Enter')
    await expect(demo.view('Register Device')).toBeVisible()
    await expect(demo.dialog.getByRole('button', { name: 'Wrong address?' })).toBeFocused()
    await expect(demo.dialog.getByRole('status').filter({ hasText: 'Open the link' })).toBeVisible()
    const steps = demo.dialog.getByRole('list', { name: 'Steps to log in' }).getByRole('listitem')
    await expect(steps.and(page.locator('[aria-current=step]'))).toHaveText('1. Open the link')
    // The numbers are part of the texts.
    await expect(steps.first()).toHaveCSS('list-style-type', 'none')

    const device = await page.context().newPage()
    await device.goto(await mailbox.link(email))
    await expect(device.getByRole('button', { name: 'Approve' })).toBeVisible()
    await device.keyboard.press('Tab')
    await expect(device.getByRole('textbox', { name: 'Digits' })).toBeFocused()
    await device.keyboard.type(await readDigits(page))
    await device.keyboard.press('Enter')
    await expect(device.getByRole('heading', { name: 'Approved' })).toBeFocused()
    await device.close()

    const code = frame.getByRole('textbox', { name: 'Verification code' })
    await expect(code).toBeFocused()
    await expect(steps.and(page.locator('[aria-current=step]'))).toHaveText('2. Enter the code')
    await goesAround(visitor, code)
    await keyboard.type(await mailbox.code(email))
    await visitor.address()
    await expect(demo.dialog).toBeHidden()

    await tabTo(page, 'Sign message')
    await keyboard.press('Enter')
    const reject = frame.getByRole('button', { name: 'Reject' })
    const approve = frame.getByRole('button', { name: 'Approve' })
    await expect(reject).toBeFocused()
    await goesAround(visitor, reject)
    await keyboard.press('Tab')
    await expect(approve).toBeFocused()
    await expect(approve).toHaveAttribute('data-armed', '')
    await keyboard.press('Enter')
    const result = page.getByRole('status', { name: 'Result' })
    await expect(result).toHaveText(/^Signed: 0x/)
    await expect(demo.dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Sign message' })).toBeFocused()

    await keyboard.press('Enter')
    await expect(reject).toBeFocused()
    await keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    await expect(result).toContainText('4001')
    await expect(page.getByRole('button', { name: 'Sign message' })).toBeFocused()
  })

  test('behavior: Escape in the code field closes the modal', async ({ visitor, mailbox }) => {
    const { page, demo, frame } = visitor
    const email = mailbox.address()
    await demo.open({ options: off, wallets: 'none' })
    await visitor.askFor(email)
    await expect(demo.view('Register Device')).toBeVisible()
    await visitor.approveDevice(email)
    await expect(frame.getByRole('textbox', { name: 'Verification code' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(demo.dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Connect Wallet' }).first()).toBeFocused()
    await expect(demo.output('Status')).toHaveText('disconnected')
  })
})

/** Checks that Tab moves between the frame and the modal's header in both directions and never leaves the modal. */
async function goesAround({ page, demo }: Visitor, start: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab']) {
    let wasInHeader = false
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press(key)
      // The frame and the page are separate processes: while the focus moves between them, neither has it for a moment.
      await expect
        .poll(() => findFocus(page), { message: `${key} pressed ${presses + 1} times` })
        .not.toBe('outside')
      wasInHeader ||= (await findFocus(page)) === 'header'
      if (
        wasInHeader &&
        (await start.evaluate((element) => element === document.activeElement && document.hasFocus()))
      )
        break
    }
    expect(wasInHeader, `${key} comes to the header`).toBe(true)
    await expect(start).toBeFocused()
  }
  await expect(demo.dialog.getByRole('button', { name: 'Close' })).toBeVisible()
}

const readColour = (shown: Locator): Promise<string> =>
  shown.evaluate((element) => getComputedStyle(element).color)

/** Returns which part of the modal contains the focus. */
function findFocus(page: Page): Promise<'outside' | 'frame' | 'header'> {
  return page.evaluate(() => {
    const active = document.activeElement
    if (!active?.closest('dialog')) return 'outside'
    return active.matches('iframe') ? 'frame' : 'header'
  })
}

function findFrame(page: Page, walletUrl: string): Frame {
  const frame = page.frames().find((each) => each.url().startsWith(walletUrl))
  if (!frame) throw new Error('The wallet’s frame is not in the page.')
  return frame
}

/** Checks the content of the frame as every view is checked. */
function createFrameCheck({ page, walletUrl, least }: { page: Page; walletUrl: string; least: number }) {
  return async (view: string): Promise<void> => {
    const frame = findFrame(page, walletUrl)
    expect
      .soft(await smallTargets(frame, least), `${view}: targets below ${least} px in the frame`)
      .toEqual([])
    expect.soft(await findOverflow(frame), `${view}: in the frame`).toEqual([])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.frameLocator('#w3m-iframe').locator('html')).toHaveAttribute(
        'data-theme',
        colorScheme,
      )
      expect
        .soft(await findViolations(frame, colorScheme), `${view}, ${colorScheme}, in the frame`)
        .toEqual([])
    }
    if (least < 44) await checkLayout(page, `${view}, in the frame`, frame)
  }
}

async function checkPage(page: Page, least: number, name: string): Promise<void> {
  expect.soft(await smallTargets(page, least), `${name}: targets below ${least} px`).toEqual([])
  expect.soft(await findOverflow(page), name).toEqual([])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect.soft(await findViolations(page, colorScheme), `${name}, ${colorScheme}`).toEqual([])
  }
  if (least < 44) await checkLayout(page, name)
}
