import { expect, test } from './test.ts'

test.describe('redirects', () => {
  test('error: no URL of the wallet site leads to another site', async ({ victim, stack, sites }) => {
    const evil = sites.origin('evil')
    const { host } = new URL(evil)
    const parameters = ['redirect', 'redirect_uri', 'result_uri', 'return_to', 'next', 'url', 'continue']
    const addresses = [
      ...['/', '/device', '/window'].flatMap((path) => [
        ...parameters.map((name) => `${path}?${name}=${encodeURIComponent(evil)}`),
        `${path}#${evil}`,
        `${path}#javascript:location='${evil}'`,
        `${path}#revert.${evil}`,
        `${path}#${'A'.repeat(43)}&next=${evil}`,
      ]),
      `//${host}/`,
      `/\\${host}/`,
      `/%2f%2f${host}/`,
      `/%5c%5c${host}/`,
      `/device/..//${host}/`,
      `/.//${host}`,
      `/assets/..%2f..%2f${host}`,
      `/?projectId=app%0d%0aLocation:%20${encodeURIComponent(evil)}`,
      `/?projectId=app&chainId=javascript:location='${evil}'`,
    ]
    const before = sites.requests.length
    // Not every resolver resolves names under localhost; browsers do.
    const walletByNumber = `http://127.0.0.1:${new URL(stack.walletUrl).port}`
    const left: string[] = []
    for (const address of addresses) {
      const response = await fetch(`${walletByNumber}${address.replaceAll('\\', '%5c')}`, {
        redirect: 'manual',
      })
      await response.arrayBuffer()
      if (response.status >= 300 && response.status < 400) left.push(`${response.status} ${address}`)
      if (response.headers.has('location') || response.headers.has('refresh')) left.push(`header ${address}`)
    }
    const page = await victim.context.newPage()
    for (const address of addresses.filter((_, index) => index % 2 === 0 || index > 30)) {
      await page.goto(`${stack.walletUrl}${address}`)
      if (new URL(page.url()).origin !== new URL(stack.walletUrl).origin) left.push(`page ${address}`)
    }
    await page.close()
    expect(left).toEqual([])
    expect(sites.requests.length).toBe(before)
    console.log(`Redirects: 0 of ${addresses.length} addresses redirect to another site.`)
  })
})

test.describe('cross-site requests', () => {
  test('error: only the wallet’s pages can read or change anything at the gateway and the vault', async ({
    victim,
    stack,
    sites,
    mailboxOfAll,
  }) => {
    const page = await victim.context.newPage()
    const mails = (await mailboxOfAll.all(victim.email)).length
    const token = 'A'.repeat(43)
    const targets = [
      [
        stack.vaultUrl,
        '/v1/email/start',
        { email: victim.email, origin: sites.origin('app'), projectId: 'app' },
      ],
      [stack.vaultUrl, '/v1/device/inspect', { token }],
      [stack.vaultUrl, '/v1/device/approve', { token: victim.secrets.link, digits: '42' }],
      [stack.vaultUrl, '/v1/update/revert', { token }],
      [stack.vaultUrl, '/v1/auto/release', { grant: token, walletId: token, slotId: token }],
      [stack.gatewayUrl, '/wallet/v1/sessions', { assertion: token }],
      [stack.gatewayUrl, '/wallet/v1/sessions/refresh', { refreshToken: token }],
      [stack.gatewayUrl, '/wallet/v1/wallets', {}],
      [stack.gatewayUrl, '/wallet/v1/nonces', {}],
      [stack.gatewayUrl, '/wallet/v1/wallet', undefined],
    ] as const
    let tried = 0
    const readable: string[] = []
    // The allowed page of an app is cross-site here too.
    for (const site of ['evil', 'app']) {
      await page.goto(sites.origin(site))
      const result = await page.evaluate(
        async (all) => {
          const read: string[] = []
          let attempts = 0
          const kinds = [
            { headers: { 'content-type': 'application/json' } },
            { headers: { 'content-type': 'text/plain' } },
            { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
            { headers: { 'content-type': 'application/json', dpop: 'x', authorization: 'DPoP x' } },
            { headers: { 'content-type': 'text/plain' }, mode: 'no-cors' as const },
          ]
          for (const [server, path, body] of all)
            for (const kind of kinds)
              for (const credentials of ['omit', 'include'] as const) {
                attempts += 1
                try {
                  const response = await fetch(`${server}${path}`, {
                    method: body ? 'POST' : 'GET',
                    credentials,
                    ...(kind as RequestInit),
                    ...(body ? { body: JSON.stringify(body) } : {}),
                  })
                  if (response.type !== 'opaque') read.push(`${path} ${response.status}`)
                } catch {
                  // Refused by the browser, as expected.
                }
              }
          return { attempts, read }
        },
        targets as never as [string, string, object | undefined][],
      )
      tried += result.attempts
      readable.push(...result.read.map((one) => `${site}: ${one}`))
    }
    // Requests that browsers send without a preflight, checked at the server.
    const accepted: string[] = []
    for (const [server, path, body] of targets)
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json'])
        for (const origin of [sites.origin('evil'), sites.origin('app'), 'null']) {
          tried += 1
          const response = await fetch(`${server}${path}`, {
            method: body ? 'POST' : 'GET',
            headers: { origin, 'sec-fetch-site': 'cross-site', 'content-type': type },
            ...(body ? { body: JSON.stringify(body) } : {}),
          })
          await response.arrayBuffer()
          if (response.ok || response.headers.has('access-control-allow-origin'))
            accepted.push(`${path} ${type} ${origin} ${response.status}`)
        }
    expect({ readable, accepted }).toEqual({ readable: [], accepted: [] })
    expect((await mailboxOfAll.all(victim.email)).length).toBe(mails)
    console.log(`Cross-site requests: 0 of ${tried} read or accepted.`)
    await page.close()
  })
})
