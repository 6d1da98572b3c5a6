import type { Frame, Page } from '@playwright/test'
import { answerTo, ask, askSignature, embedWallet, expect, forgetLimits, test, toFrameUrl } from './test.ts'

test.describe('the browser of these tests', () => {
  test('behavior: the wallet’s storage is partitioned by site, as in a browser that is not automated', async ({
    victim,
    sites,
    stack,
  }) => {
    const page = await victim.context.newPage()
    await page.goto(sites.origin('app'))
    const wallet = await embedWallet(page, { src: toFrameUrl(stack) })
    await wallet.evaluate(() => localStorage.setItem('guard', 'of app'))
    expect(await wallet.evaluate(() => indexedDB.databases())).toHaveLength(1)
    // The same origin as a top-level page does not see what its frame has stored.
    await page.goto(`${stack.walletUrl}/device`)
    expect(await page.evaluate(() => localStorage.getItem('guard'))).toBeNull()
    expect(await page.evaluate(() => indexedDB.databases())).toEqual([])
    await page.goto(sites.origin('app'))
    const again = await embedWallet(page, { src: toFrameUrl(stack) })
    expect(await again.evaluate(() => localStorage.getItem('guard'))).toBe('of app')
    await page.close()
  })
})

test.describe('foreign pages that embed the wallet', () => {
  test('error: only an allowed page gets a response, however the pages are nested', async ({
    victim,
    sites,
    stack,
    frameUrl,
  }) => {
    const page = await victim.context.newPage()
    const strange = sites.origin('evil')
    const inner = (site: string, path = '/') =>
      `/?frame=${encodeURIComponent(`${sites.origin(site)}${path}`)}`
    const local = new URL(sites.origin('app')).port
    const addresses = [
      frameUrl,
      toFrameUrl(stack, 'local'),
      toFrameUrl(stack, 'unknown'),
      toFrameUrl(stack, '__proto__'),
      `${stack.walletUrl}/`,
      `${stack.walletUrl}/device`,
      `${stack.walletUrl}/manage`,
      `${stack.walletUrl}/take`,
      `${stack.walletUrl}/window`,
    ]
    const welcomed: string[] = []
    async function attempt(name: string, document: Page | Frame, src: string) {
      const isWelcome = await document.evaluate(async (frame) => {
        const shown = await window.host.embed({ name: frame, src: frame })
        return shown.greet(1500)
      }, src)
      const shown = page.frames().filter((frame) => frame.url().startsWith(stack.walletUrl))
      // A document may load, but must not respond.
      if (isWelcome || (shown.length > 0 && !name.endsWith('(shown)'))) welcomed.push(`${name}: ${src}`)
    }
    await page.goto(strange)
    await Promise.all(addresses.map((src) => attempt('foreign site', page, src)))
    // The same host name with another port.
    await page.goto(`http://localhost:${local}/`)
    await attempt('another port of an allowed host', page, toFrameUrl(stack, 'local'))
    // The wallet's own page is in no frame, not even in that of an allowed site.
    await page.goto(sites.origin('app'))
    for (const path of ['/manage', '/take', '/device'])
      await attempt('an allowed site', page, `${stack.walletUrl}${path}`)
    // An allowed site embedded by a foreign one, and a foreign one embedded by an allowed site.
    for (const [top, child, name] of [
      ['evil', 'app', 'an allowed site inside a foreign site'],
      ['app', 'evil', 'a foreign site inside an allowed site'],
      // The browser loads it, because every ancestor is allowed.
      ['app', 'app', 'an allowed site inside itself (shown)'],
    ] as const) {
      await page.goto(`${sites.origin(top)}${inner(child)}`)
      const nested = page.frames().find((frame) => frame.parentFrame() === page.mainFrame()) as Frame
      await nested.waitForLoadState()
      await attempt(name, nested, frameUrl)
    }
    // An opaque origin.
    await page.goto(sites.origin('app'))
    await page.evaluate(() => {
      const frame = document.createElement('iframe')
      frame.setAttribute('sandbox', 'allow-scripts')
      frame.srcdoc = '<p>opaque'
      document.body.append(frame)
    })
    await expect.poll(() => page.frames().length).toBe(2)
    const opaque = page.frames()[1] as Frame
    await opaque.waitForLoadState()
    await attempt('an opaque origin', opaque, frameUrl)
    expect(welcomed).toEqual([])
    await page.close()
  })

  test('behavior: the allowed page gets a response', async ({ openApp }) => {
    const { page } = await openApp()
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
  })
})

test.describe('messages that are not from the host', () => {
  test('error: handshakes of a sibling, a popup and an opener, and malformed or repeated handshakes', async ({
    victim,
    sites,
    frameUrl,
  }) => {
    const page = await victim.context.newPage()
    await page.goto(`${sites.origin('app')}/?frame=${encodeURIComponent(sites.origin('evil'))}`)
    const sibling = page.frames()[1] as Frame
    await sibling.waitForLoadState()
    await page.evaluate((src) => window.host.embed({ name: 'wallet', src }), frameUrl)

    /** Sends handshakes to the wallet from this document in every way; returns the number of responses. */
    const forge = (where: string) => {
      const find = new Function(`return ${where}`) as () => Window
      const id = () => crypto.randomUUID().replaceAll('-', '')
      const hello = (part: object = {}) => ({ t: 'hello', v: [1], n: id(), ...part })
      let answers = 0
      const ports = (count: number) =>
        Array.from({ length: count }, () => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            answers += 1
          }
          return port2
        })
      window.addEventListener('message', () => {
        answers += 1
      })
      const target = find()
      const transferred = ports(1)
      target.postMessage(hello(), '*', transferred)
      for (const type of ['IS_CONNECTED', 'GET_USER', 'SIGN_OUT', 'RPC_ABORT', 'RELOAD']) {
        target.postMessage({ id: id(), type }, '*', ports(1))
        target.postMessage({ id: id(), type: `@w3m-app/${type}` }, '*', ports(1))
      }
      return new Promise<number>((resolve) => setTimeout(() => resolve(answers), 1000))
    }
    const counts: Record<string, number> = {}
    counts.sibling = await sibling.evaluate(forge, 'window.parent.frames[1]')
    const [popup] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate((url) => void window.open(url), sites.origin('evil')),
    ])
    await popup.waitForLoadState()
    counts.popup = await popup.evaluate(forge, 'window.opener.frames[1]')
    await popup.close()

    // The parent itself, with anything other than one handshake and one port.
    counts.notExact = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let answers = 0
          const n = () => window.host.randomId()
          const target = window.frames[1] as Window
          const ports = (count: number) =>
            Array.from({ length: count }, () => {
              const { port1, port2 } = new MessageChannel()
              port1.onmessage = () => {
                answers += 1
              }
              return port2
            })
          window.addEventListener('message', () => {
            answers += 1
          })
          const hello = (part: object) => ({ t: 'hello', v: [1], n: n(), ...part })
          target.postMessage(hello({}), '*')
          target.postMessage(hello({}), '*', ports(2))
          target.postMessage(hello({ extra: 1 }), '*', ports(1))
          target.postMessage(hello({ n: 'short' }), '*', ports(1))
          target.postMessage(hello({ n: 1 }), '*', ports(1))
          target.postMessage(hello({ v: [] }), '*', ports(1))
          target.postMessage(hello({ v: [0] }), '*', ports(1))
          target.postMessage(hello({ v: [2, 3] }), '*', ports(1))
          target.postMessage(hello({ v: 1 }), '*', ports(1))
          target.postMessage(hello({ t: 'welcome' }), '*', ports(1))
          target.postMessage([hello({})], '*', ports(1))
          target.postMessage(JSON.stringify(hello({})), '*', ports(1))
          target.postMessage(null, '*', ports(1))
          setTimeout(() => resolve(answers), 1000)
        }),
    )

    // A foreign page that has opened the allowed page.
    const opener = await victim.context.newPage()
    await opener.goto(sites.origin('evil'))
    const [opened] = await Promise.all([
      opener.waitForEvent('popup'),
      opener.evaluate((url) => {
        ;(window as { opened?: Window | null }).opened = window.open(url)
      }, sites.origin('app')),
    ])
    await opened.waitForLoadState()
    await embedWallet(opened, { src: frameUrl })
    counts.opener = await opener.evaluate(forge, 'window.opened.frames[0]')
    // The host's own port still works.
    expect((await ask(opened, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    await opened.close()
    await opener.close()

    expect(counts).toEqual({ sibling: 0, popup: 0, notExact: 0, opener: 0 })
    // No other document has replaced the host.
    expect(await page.evaluate(() => window.host.frames.wallet?.greet())).toBe(true)
    await page.close()
  })

  test('error: a second handshake cancels the requests of the first one', async ({ openApp, victim }) => {
    const { page, wallet } = await openApp()
    await forgetLimits(wallet)
    const id = await askSignature(page, victim)
    await expect(wallet.getByRole('heading', { name: 'Signature request' })).toBeVisible()
    expect(await page.evaluate(() => window.host.frames.wallet?.greet())).toBe(true)
    await expect(wallet.getByRole('heading', { name: 'Signature request' })).toBeHidden()
    expect((await ask(page, 'IS_CONNECTED')).payload).toEqual({ isConnected: true })
    expect(await answerTo(page, id)).toBeUndefined()
  })
})

test.describe('a malicious host', () => {
  test('error: repeated ids, invalid ids and oversized messages get an error or no response', async ({
    openApp,
  }) => {
    const { page } = await openApp()
    const seen = await page.evaluate(async () => {
      const frame = window.host.frames.wallet
      if (!frame) throw new Error('no wallet')
      const before = frame.messages.length
      const id = window.host.randomId()
      for (let i = 0; i < 5; i += 1) frame.post({ id, type: 'IS_CONNECTED' })
      const large = window.host.randomId()
      frame.post({ id: large, type: 'SYNC_DAPP_DATA', payload: { projectId: 'x'.repeat(300 * 1024) } })
      const deep = window.host.randomId()
      let nested: unknown = 1
      for (let i = 0; i < 500; i += 1) nested = [nested]
      frame.post({ id: deep, type: 'RPC_REQUEST', payload: { method: 'eth_call', params: nested } })
      const blob = window.host.randomId()
      frame.post({
        id: blob,
        type: 'RPC_REQUEST',
        payload: { method: 'eth_call', params: [new Blob(['x'])] },
      })
      for (const message of [null, 1, 'text', [], {}, { type: 'IS_CONNECTED' }, { id: 1, type: 'GET_USER' }])
        frame.post(message)
      frame.post({ id: 'g'.repeat(32), type: 'GET_USER' })
      // Messages of the wallet, sent to the wallet.
      frame.post({ type: 'DISCONNECTED', payload: {} })
      frame.post({ id, type: 'RPC_REQUEST_SUCCESS', payload: '0x00' })
      while (!frame.answerTo(id)) await new Promise((resolve) => setTimeout(resolve, 20))
      const last = await frame.ask('IS_CONNECTED')
      const answers = frame.messages.slice(before)
      const typesOf = (requestId: string) =>
        answers.filter((one) => one.id === requestId).map(({ type }) => type)
      return {
        replayed: typesOf(id),
        large: typesOf(large),
        deep: typesOf(deep),
        blob: typesOf(blob),
        all: answers.length,
        last: last.type,
      }
    })
    expect(seen).toEqual({
      replayed: ['IS_CONNECTED_SUCCESS'],
      large: ['SYNC_DAPP_DATA_ERROR'],
      deep: ['RPC_REQUEST_ERROR'],
      blob: ['RPC_REQUEST_ERROR'],
      all: 5,
      last: 'IS_CONNECTED_SUCCESS',
    })
  })

  test('error: 10 000 requests at once: errors, one approval request, and a responsive page', async ({
    openApp,
    victim,
  }) => {
    const { page, wallet } = await openApp()
    await forgetLimits(wallet)
    const payload = { method: 'personal_sign', params: ['Flood', victim.address] }
    const ids = await page.evaluate((body) => {
      const frame = window.host.frames.wallet
      return Array.from({ length: 10_000 }, () => frame?.send('RPC_REQUEST', body) as string)
    }, payload)
    await expect(wallet.getByRole('heading', { name: 'Signature request' })).toHaveCount(1)
    // The rate limit refills over time.
    await expect
      .poll(() => page.evaluate(async () => (await window.host.frames.wallet?.ask('IS_CONNECTED'))?.type))
      .toBe('IS_CONNECTED_SUCCESS')
    const counts = await page.evaluate((sent) => {
      const frame = window.host.frames.wallet
      const requestIds = new Set(sent)
      const answers = (frame?.messages ?? []).filter(({ id }) => id !== undefined && requestIds.has(id))
      return {
        answers: answers.length,
        different: new Set(answers.map(({ id }) => id)).size,
        successes: answers.filter(({ type }) => type !== 'RPC_REQUEST_ERROR').length,
      }
    }, ids)
    // Five requests wait for the visitor.
    expect(counts).toEqual({ answers: 9_995, different: 9_995, successes: 0 })
    await ask(page, 'RPC_ABORT')
    await expect(wallet.getByRole('heading', { name: 'Signature request' })).toBeHidden()
  })

  test('error: responses from other windows are ignored by the page', async ({ visitor, mailbox }) => {
    const { demo, page, frame } = visitor
    await demo.open({ options: { signIn: 'off' }, wallets: 'none' })
    await visitor.logIn(mailbox.address())
    await page.getByRole('button', { name: 'Sign message' }).click()
    await expect(frame.getByRole('button', { name: 'Reject' })).toBeVisible()
    await page.evaluate(() => {
      for (const type of [
        'RPC_REQUEST_SUCCESS',
        '@w3m-frame/RPC_REQUEST_SUCCESS',
        'SESSION_UPDATE',
        'DISCONNECTED',
      ]) {
        const id = crypto.randomUUID().replaceAll('-', '')
        const message = { id, type, payload: `0x${'00'.repeat(65)}` }
        window.postMessage(message, '*')
        window.postMessage({ ...message, id: undefined }, '*')
        window.dispatchEvent(
          new MessageEvent('message', {
            data: message,
            origin: new URL((document.querySelector('#w3m-iframe') as HTMLIFrameElement).src).origin,
            source: (document.querySelector('#w3m-iframe') as HTMLIFrameElement).contentWindow,
          }),
        )
      }
    })
    await frame.getByRole('button', { name: 'Reject' }).click()
    await expect(page.getByRole('status', { name: 'Result' })).toContainText('4001')
    await expect(demo.output('Status')).toHaveText('connected')
  })
})

test.describe('codes outside the wallet', () => {
  test('error: a host that has the code can do nothing with it', async ({
    victim,
    sites,
    mailbox,
    frameUrl,
  }) => {
    const page = await victim.context.newPage()
    await page.goto(sites.origin('app'))
    await embedWallet(page, { src: frameUrl })
    const otp = '123456'
    const types: string[] = []
    for (const type of ['CONNECT_OTP', 'UPDATE_EMAIL_PRIMARY_OTP', 'UPDATE_EMAIL_SECONDARY_OTP'])
      types.push((await ask(page, type, { otp })).type)
    // The victim is logged in, so a second login is started with the attacker's address.
    const email = mailbox.address()
    expect((await ask(page, 'CONNECT_EMAIL', { email })).payload).toMatchObject({ action: 'VERIFY_DEVICE' })
    await mailbox.link(email)
    types.push((await ask(page, 'CONNECT_OTP', { otp })).type)
    types.push((await ask(page, 'CONNECT_OTP')).type)
    expect(types.filter((type) => !type.endsWith('_ERROR'))).toEqual([])
    // The code field is in a document that scripts of the page cannot access.
    expect(
      await page.evaluate(() => {
        const element = window.host.frames.wallet?.element
        try {
          return { document: element?.contentDocument, body: element?.contentWindow?.document.body.outerHTML }
        } catch (error) {
          return (error as Error).name
        }
      }),
    ).toBe('SecurityError')
    await page.close()
  })
})
