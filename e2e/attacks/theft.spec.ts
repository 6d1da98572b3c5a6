import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Frame } from '@playwright/test'
import { installHost } from './installHost.ts'
import { answerTo, approve, ask, askSignature, embedWallet, expect, forgetLimits, test } from './test.ts'

/** Everything in a document's storage that can be copied, which excludes non-extractable keys. */
interface Loot {
  databases: Record<string, Record<string, [IDBValidKey, unknown][]>>
  /** Names of entries with a non-extractable key. */
  keyEntries: string[]
  local: Record<string, string>
  session: Record<string, string>
  cookies: string
}

function copyStorage(frame: Frame): Promise<Loot> {
  return frame.evaluate(async () => {
    const databases: Record<string, Record<string, [IDBValidKey, unknown][]>> = {}
    const keyEntries: string[] = []
    const isKey = (value: unknown): boolean =>
      value instanceof CryptoKey ||
      (typeof value === 'object' && value !== null && Object.values(value).some(isKey))
    const wait = <value>(request: IDBRequest<value>) =>
      new Promise<value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await wait(indexedDB.open(name))
      databases[name] = {}
      for (const store of database.objectStoreNames) {
        const entries: [IDBValidKey, unknown][] = []
        const parts = database.transaction(store).objectStore(store)
        for (const key of await wait(parts.getAllKeys())) {
          const value: unknown = await wait(database.transaction(store).objectStore(store).get(key))
          if (!isKey(value)) entries.push([key, value])
          else {
            keyEntries.push(String(key))
            for (const one of [value, ...Object.values(value as object)])
              if (one instanceof CryptoKey && one.extractable && one.type !== 'public')
                keyEntries.push('EXTRACTABLE')
            // The other fields of an entry with a key.
            if (!(value instanceof CryptoKey))
              entries.push([
                key,
                Object.fromEntries(Object.entries(value as object).filter(([, one]) => !isKey(one))),
              ])
          }
        }
        ;(databases[name] as Record<string, unknown>)[store] = entries
      }
      database.close()
    }
    return {
      databases,
      keyEntries,
      local: { ...localStorage },
      session: { ...sessionStorage },
      cookies: document.cookie,
    }
  })
}

/** Writes the copy into another browser's storage, with the thief's own keys in place of non-extractable ones. */
function pasteStorage(frame: Frame, loot: Loot): Promise<void> {
  return frame.evaluate(async ({ databases, local, session, cookies }: Loot) => {
    Object.assign(localStorage, local)
    Object.assign(sessionStorage, session)
    // biome-ignore lint/suspicious/noDocumentCookie: it takes one copied text as it is
    for (const cookie of cookies.split('; ')) window.document.cookie = cookie
    for (const [name, stores] of Object.entries(databases)) {
      const opening = indexedDB.open(name)
      await new Promise((resolve) => {
        opening.onsuccess = resolve
      })
      const database = opening.result
      for (const [store, entries] of Object.entries(stores)) {
        const secret = await crypto.subtle.importKey('raw', new Uint8Array(32), 'HKDF', false, ['deriveKey'])
        const transaction = database.transaction(store, 'readwrite')
        for (const [key, value] of entries) {
          const entry = key === 'device' ? { ...(value as object), secret } : value
          // The thief's own signing key stays, because the victim's cannot be copied.
          if (key !== 'dpop') transaction.objectStore(store).put(entry, key)
        }
        await new Promise((resolve) => {
          transaction.oncomplete = resolve
        })
      }
      database.close()
    }
  }, loot as never)
}

test.describe('where secrets are found', () => {
  test('behavior: code, link, tokens and shares are each in one place only, and in no log, file or page', async ({
    openApp,
    victim,
    stack,
    sites,
  }) => {
    const { page, wallet } = await openApp()
    await forgetLimits(wallet)
    const id = await askSignature(page, { ...victim, text: 'Canary' })
    await approve(wallet)
    await expect.poll(async () => (await answerTo(page, id))?.type).toBe('RPC_REQUEST_SUCCESS')
    await expect
      .poll(() => victim.traffic.filter(({ url }) => new URL(url).pathname.endsWith('/share')).length)
      .toBeGreaterThan(0)

    const read = (name: string) => [
      ...new Set(
        victim.traffic.flatMap(({ sent, received }) =>
          [...`${sent}${received}`.matchAll(new RegExp(`"${name}":"([^"]{20,})"`, 'g'))].map(
            ([, value]) => value as string,
          ),
        ),
      ),
    ]
    const secrets: Record<string, string[]> = {
      code: [victim.secrets.code],
      link: [victim.secrets.link],
      accessToken: read('accessToken'),
      refreshToken: read('refreshToken'),
      grant: read('grant'),
      assertion: read('assertion'),
      introduced: read('introduced'),
      share: read('share'),
    }
    for (const [name, values] of Object.entries(secrets))
      expect(values.length, `found: ${name}`).toBeGreaterThan(0)

    const found: string[] = []
    function search(place: string, text: string, names = Object.keys(secrets), also: string[] = []) {
      for (const name of names)
        for (const value of [...(secrets[name] ?? []), ...(name === 'also' ? also : [])]) {
          // Six digits may be part of another number.
          const isThere =
            name === 'code' ? new RegExp(`(?<!\\d)${value}(?!\\d)`).test(text) : text.includes(value)
          if (isThere) found.push(`${name} in ${place}`)
        }
    }
    // The output of the processes, which must not contain e-mail addresses either.
    let printed = 0
    for (const part of ['gateway', 'vault', 'wallet', 'demo'] as const) {
      const output = stack.output(part)
      printed += output.length
      search(`output of ${part}`, output)
      for (const [name, value] of [
        ['e-mail', victim.email],
        ['address', victim.address],
      ] as const)
        if (output.toLowerCase().includes(value.toLowerCase())) found.push(`${name} in output of ${part}`)
    }
    expect(printed).toBeGreaterThan(200)
    // All their files: databases, write-ahead logs, keys, lists.
    let files = 0
    let bytes = 0
    for (const entry of readdirSync(stack.dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const file = join(entry.parentPath, entry.name)
      const content = readFileSync(file).toString('latin1')
      files += 1
      bytes += content.length
      search(file.slice(stack.dataDir.length), content)
      if (/vault/.test(file) && content.toLowerCase().includes(victim.email)) found.push(`e-mail in ${file}`)
    }
    expect(files).toBeGreaterThan(3)
    // The page's storage and traffic.
    const host = await copyStorage(page.mainFrame())
    const messages = await page.evaluate(() => window.host.frames.wallet?.messages)
    search('the page', JSON.stringify([host, messages]))
    search('requests to the site', JSON.stringify(sites.requests))
    for (const { from, url, sent, received } of victim.traffic) {
      search(`an address: ${new URL(url).pathname}`, url)
      if (from === sites.origin('app')) search('exchanges of the page', `${sent}${received}`)
      const { pathname, origin } = new URL(url)
      const exchange = `${sent}${received}`
      // Each secret is sent only to the server it is meant for.
      if (origin !== stack.gatewayUrl)
        search(`exchange with ${pathname}`, exchange, ['accessToken', 'refreshToken', 'share'])
      if (origin !== stack.vaultUrl) search(`exchange with ${pathname}`, exchange, ['grant', 'link'])
      search(`exchange with ${pathname}`, exchange, ['code'])
      if (!/\/(device\/(inspect|approve))$/.test(pathname))
        search(`exchange with ${pathname}`, exchange, ['link'])
      if (!/\/(claim|mail)$/.test(pathname)) search(`exchange with ${pathname}`, exchange, ['assertion'])
      if (!/\/(code|claim|activate)$/.test(pathname))
        search(`exchange with ${pathname}`, exchange, ['introduced'])
      if (!/\/(code|sessions\/refresh)$/.test(pathname))
        search(`exchange with ${pathname}`, exchange, ['refreshToken'])
      if (!/\/(share|wallets|slots)$/.test(pathname)) search(`exchange with ${pathname}`, exchange, ['share'])
    }
    // The vault learns no introduction of the gateway.
    const introductions = victim.traffic.flatMap(
      ({ url }) => /\/introductions\/([\w-]{43})\//.exec(url)?.[1] ?? [],
    )
    expect(introductions.length).toBeGreaterThan(0)
    const toVault = victim.traffic.filter(({ url }) => url.startsWith(stack.vaultUrl))
    expect(
      toVault.filter(({ sent, url }) => introductions.some((id) => `${url}${sent}`.includes(id))),
    ).toEqual([])
    // Entropy and mnemonic never leave the worker unencrypted.
    expect(victim.traffic.filter(({ sent }) => /"(entropy|mnemonic|privateKey)"/.test(sent))).toEqual([])
    expect(found).toEqual([])
    console.log(
      `Canary: 0 hits of ${Object.values(secrets).flat().length} secrets in ${files} files (${bytes} bytes), ${printed} characters of output and ${victim.traffic.length} exchanges.`,
    )
  })
})

// Last, because reuse detection for tokens ends the victim's session.
test.describe('what a thief can carry away', () => {
  test('error: all traffic and all storage, copied to another browser, authorise no request', async ({
    openApp,
    victim,
    browser,
    sites,
    stack,
    frameUrl,
  }) => {
    const { page, wallet } = await openApp()
    // Sign once, so that the session is in use.
    await forgetLimits(wallet)
    const id = await askSignature(page, victim)
    await approve(wallet)
    await expect.poll(async () => (await answerTo(page, id))?.type).toBe('RPC_REQUEST_SUCCESS')
    const host = await copyStorage(page.mainFrame())
    const frame = await copyStorage(wallet)
    const messages = await page.evaluate(() => window.host.frames.wallet?.messages)
    expect(frame.keyEntries).not.toContain('EXTRACTABLE')
    expect(frame.keyEntries.length).toBeGreaterThan(0)

    const context = await browser.newContext()
    await context.addInitScript(installHost)
    const thief = await context.newPage()
    await thief.goto(sites.origin('app'))
    const first = await embedWallet(thief, { src: frameUrl })
    await ask(thief, 'IS_CONNECTED')
    await pasteStorage(thief.mainFrame(), host)
    await pasteStorage(first, frame)
    await thief.reload()
    const stolen = await embedWallet(thief, { src: frameUrl })
    const answers = [
      await ask(thief, 'GET_USER'),
      await ask(thief, 'IS_CONNECTED', { token: 'x'.repeat(43) }),
      await ask(thief, 'RPC_REQUEST', { method: 'personal_sign', params: ['Stolen', victim.address] }),
      await ask(thief, 'UPDATE_EMAIL', { email: 'thief@example.org' }),
    ]
    const successes = answers.filter(
      ({ type, payload }) => type.endsWith('_SUCCESS') && payload.isConnected !== (false as never),
    )
    await expect(stolen.getByRole('button', { name: 'Approve' })).toHaveCount(0)

    // Also send every copied text and every recorded token and proof directly.
    const texts = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value === 'string') texts.add(value)
      else if (typeof value === 'object' && value !== null)
        for (const one of Object.values(value)) collect(one)
    }
    collect([host, frame, messages])
    for (const { url, sent, received } of victim.traffic) {
      if (!url.startsWith(stack.gatewayUrl) && !url.startsWith(stack.vaultUrl)) continue
      for (const [token] of `${sent}${received}`.matchAll(/[\w-]{40,}(?:\.[\w-]*)*/g)) texts.add(token)
    }
    const tokens = [...texts].filter((text) => /^[\w.-]{40,}$/.test(text) && text.length < 4096)
    const proofs = tokens.filter((text) => text.split('.').length === 3)
    expect(tokens.length).toBeGreaterThan(5)
    let calls = 0
    const authorised: string[] = []
    const repeated: string[] = []
    async function attempt(path: string, token: string, proof: string | undefined, body?: object) {
      for (const scheme of ['DPoP', 'Bearer']) {
        calls += 1
        const response = await fetch(`${stack.gatewayUrl}${path}`, {
          method: body ? 'POST' : 'GET',
          headers: {
            authorization: `${scheme} ${token}`,
            origin: new URL(stack.walletUrl).origin,
            ...(proof ? { dpop: proof } : {}),
            ...(body ? { 'content-type': 'application/json' } : {}),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
        const text = await response.text()
        // For ten seconds, the same refresh gets the same response. Its tokens must be worth as little as the copied ones.
        if (response.ok && path.endsWith('/refresh')) repeated.push(JSON.parse(text).accessToken)
        else if (response.ok) authorised.push(`${path} ${scheme}`)
      }
    }
    for (const token of tokens) {
      // With its own proof, and with all others.
      const used = victim.traffic
        .filter(({ sent }) => sent.includes(token))
        .flatMap(({ sent }) => proofs.filter((proof) => sent.includes(proof) && proof !== token))
      for (const proof of [undefined, used[0], proofs[0], proofs.at(-1)]) {
        await attempt('/wallet/v1/wallet', token, proof)
        if (proof === undefined) await attempt('/wallet/v1/sessions', token, proof)
        else await attempt('/wallet/v1/sessions/refresh', token, proof, { refreshToken: token })
      }
    }
    for (const token of repeated)
      for (const proof of [undefined, ...proofs]) await attempt('/wallet/v1/wallet', token, proof)
    expect({ successes, authorised }).toEqual({ successes: [], authorised: [] })
    console.log(`Theft: 0 of ${calls + answers.length} calls authorised, with ${tokens.length} tokens.`)
    await context.close()
  })
})
