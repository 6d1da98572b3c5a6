import { expect, test } from './test.ts'

test.describe('appearance', () => {
  test('behavior: the demo says what to try first, and its headings keep their distance', async ({
    page,
    demo,
  }) => {
    await demo.open()
    await expect(
      page.getByText('Try this first: press Connect Wallet, then choose Dev Wallet.'),
    ).toBeVisible()
    const heading = page.getByRole('heading', { name: 'All accounts' })
    const distance = await heading.evaluate((element) => {
      const before = element.previousElementSibling?.getBoundingClientRect().bottom ?? 0
      return element.getBoundingClientRect().top - before
    })
    expect(distance).toBeGreaterThanOrEqual(16)
  })

  for (const { reducedMotion, expected } of [
    {
      reducedMotion: 'no-preference',
      expected: { 'join-start': '0.4s', 'join-end': '0.4s', 'close-ring': '0.25s' },
    },
    { reducedMotion: 'reduce', expected: { vanish: '0.08s', appear: '0.08s' } },
  ] as const)
    test(`behavior: after signing the pictures become a check, reduced motion: ${reducedMotion}`, async ({
      page,
      demo,
    }) => {
      await page.emulateMedia({ reducedMotion })
      await demo.open()
      await demo.connect()
      const sign = demo.view('Sign In').getByRole('button', { name: 'Sign', exact: true })
      await expect(sign).toBeVisible()
      await page.getByTestId('w3m-modal-card').evaluate((card: HTMLElement) => {
        const durations: Record<string, string> = {}
        Object.assign(window, { durations })
        card.addEventListener('animationstart', ({ target, animationName }) => {
          if ((target as Element).closest('.pair'))
            durations[animationName] = getComputedStyle(target as Element).animationDuration
        })
      })
      await sign.click()
      await expect(demo.dialog).toBeHidden()
      expect(await page.evaluate('window.durations')).toEqual(expected)
    })

  test('behavior: width, theme defaults and the durations of animations', async ({ page, demo }) => {
    await demo.open({ options: { signIn: 'off' } })
    const { href } = new URL(page.url())
    await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
    await expect(demo.view('Connect Wallet')).toBeVisible()
    const card = page.getByTestId('w3m-modal-card')
    expect((await card.boundingBox())?.width).toBe(360)
    const tokens = await card.evaluate((element) => {
      const style = getComputedStyle(element)
      return ['--p-unit', '--p-radius', '--p-z'].map((name) => style.getPropertyValue(name))
    })
    expect(tokens).toEqual(['10px', '4px', '999'])

    await card.evaluate((element: HTMLElement) => {
      const durations: Record<string, string> = {}
      Object.assign(window, { durations })
      element.addEventListener('animationstart', ({ target, animationName }) => {
        durations[animationName] = getComputedStyle(target as Element).animationDuration
      })
      element.addEventListener('transitionrun', ({ target, propertyName }) => {
        const isStage = (target as Element).classList.contains('stage')
        if (isStage) durations[propertyName] = getComputedStyle(target as Element).transitionDuration
      })
    })
    await page.getByRole('button', { name: 'Help' }).click()
    const durations = () => page.evaluate('window.durations')
    // The header's text, the views, and the height of the modal. Going back at once would replace a view that is still loading.
    const text = { appear: '0.12s', vanish: '0.12s' }
    await expect.poll(durations).toMatchObject({ ...text, 'from-end': '0.15s', height: '0.15s' })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(demo.view('Connect Wallet')).toBeVisible()
    await expect.poll(durations).toMatchObject({ 'from-start': '0.15s' })

    // Views are not pages.
    expect(page.url()).toBe(href)
    expect(await page.evaluate(() => history.length)).toBe(2)
  })

  for (const { set, zIndex } of [
    { set: {}, zIndex: '999' },
    { set: { themeVariables: { '--apkt-z-index': 7 } }, zIndex: '7' },
    { set: { themeVariables: { '--w3m-z-index': 8 } }, zIndex: '8' },
  ])
    test(`param: the z-index of the modal: ${zIndex}`, async ({ page, demo }) => {
      await demo.open({ options: { signIn: 'off', ...set } })
      await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
      await expect(demo.view('Connect Wallet')).toBeVisible()
      await expect(page.getByTestId('w3m-modal')).toHaveCSS('z-index', zIndex)
    })

  test('param: features.history and features.receive false leave their section out', async ({
    page,
    demo,
  }) => {
    await demo.open({ options: { signIn: 'off', features: { history: false, receive: false } } })
    await demo.connect()
    await page.getByTestId('account-button').first().click()
    const account = demo.view('Account')
    await expect(account.getByRole('tab')).toHaveText(['Tokens', 'NFTs'])
    await expect(account.getByRole('button', { name: 'Receive' })).toHaveCount(0)
  })
})
