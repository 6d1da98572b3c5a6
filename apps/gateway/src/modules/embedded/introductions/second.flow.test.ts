import { expect, test } from 'vitest'
import { createTestSecond } from '../../../../test/createTestSecond.ts'
import { refusalOf } from '../../../testing/createTestIntroductions.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'

const ways = ['github', 'discord', 'x', 'facebook'] as const

await describeEngines('the gateway’s own leg of a social login', ({ open, openTogether }) => {
  const create = async () => createTestSecond({ databases: [await open()] })

  test.each(ways)('behavior: %s opens a session, and the same wallet at the next login', async (way) => {
    const { person, proofs } = await create()
    const ada = person({ way })
    expect(await ada.start()).toMatchObject({ second: true })
    expect(await ada.open()).toEqual({ rServer: expect.stringMatching(/^[\w-]{43}$/) })
    expect(await ada.finish(await ada.visit())).toBe('done')
    expect(await ada.prove()).toMatchObject({ userId: ada.userId, introduced: expect.any(String) })
    const phone = person({ way, userId: ada.userId })
    await phone.begin()
    expect((await phone.prove()).userId).toBe(ada.userId)
    const swapped = person({ way, name: 'ben', userId: ada.userId })
    await swapped.begin()
    expect(await refusalOf(swapped.prove())).toBe('identity-mismatch')
    expect(proofs).toEqual(['accepted', 'accepted', 'identity-mismatch'])
  })

  test.each(['google', 'apple'] as const)('error: %s issues ID tokens, so there is no leg', async (way) => {
    const { person } = await create()
    const ada = person({ way })
    expect(await ada.start()).toMatchObject({ second: false })
    expect(await refusalOf(ada.open())).toBe('introduction-mismatch')
  })

  test('error: an introduction by e-mail has no leg', async () => {
    const { person, visitor } = await create()
    const ben = await visitor({ email: 'ben@example.com' })
    const { id } = await ben.start()
    expect(await refusalOf(person().open({ id }))).toBe('introduction-mismatch')
  })

  test.each(ways)('error: without a finished leg about the same account %s proves nothing', async (way) => {
    const { person, proofs } = await create()
    const attempts = {
      'not opened': async () => undefined,
      'not finished': async (ada: ReturnType<typeof person>) => void (await ada.open()),
      cancelled: async (ada: ReturnType<typeof person>) => {
        await ada.open()
        expect(await ada.finish(await ada.visit({ button: 'yes' }))).toBe('refused')
      },
      'a made-up code': async (ada: ReturnType<typeof person>) => {
        await ada.open()
        const { code: _, ...params } = await ada.visit()
        expect(await ada.finish({ ...params, code: 'made-up' })).toBe('failed')
      },
      'another account': async (ada: ReturnType<typeof person>) => {
        await ada.open()
        expect(await ada.finish(await ada.visit({ button: 'ben' }))).toBe('done')
      },
    }
    for (const [name, attempt] of Object.entries(attempts)) {
      const ada = person({ way })
      await ada.start()
      await attempt(ada)
      expect([name, await refusalOf(ada.prove())]).toEqual([name, 'introduction-mismatch'])
      expect([name, await refusalOf(ada.prove({ idToken: 'a.b.c' }))]).toEqual([
        name,
        'introduction-mismatch',
      ])
    }
    expect(new Set(proofs)).toEqual(new Set(['introduction-mismatch']))
  })

  test.each(ways)('error: %s: a code for the vault, or of another login, is worth nothing', async (way) => {
    const { person } = await create()
    const other = person({ way })
    await other.start()
    await other.open()
    const codes = {
      'the vault’s path': (ada: typeof other) => ada.visit({ leg: 'vault' }),
      'the vault’s verifier': (ada: typeof other) => ada.visit({ verifier: ada.verifier('vault') }),
      'the vault’s path and verifier': (ada: typeof other) =>
        ada.visit({ leg: 'vault', verifier: ada.verifier('vault') }),
      'another login': () => other.visit(),
    }
    for (const [name, visit] of Object.entries(codes)) {
      const ada = person({ way })
      await ada.start()
      await ada.open()
      expect([name, await ada.finish(await visit(ada))]).toEqual([name, 'failed'])
    }
  })

  test('error: Discord’s issuer must be there, and be Discord’s', async () => {
    const { person } = await create()
    for (const change of [{ iss: undefined }, { iss: 'https://evil.example' }]) {
      const ada = person({ way: 'discord' })
      await ada.start()
      await ada.open()
      const { iss: _, ...params } = await ada.visit()
      expect(await ada.finish({ ...params, ...(change.iss && { iss: change.iss }) })).toBe('failed')
    }
  })

  test('error: a leg is opened once, and finished by the key that opened it', async () => {
    const { person } = await create()
    const ada = person()
    await ada.start()
    expect(await refusalOf(ada.finish({ code: 'c' }))).toBe('introduction-expired')
    await ada.open()
    const params = await ada.visit()
    expect(await refusalOf(ada.open())).toBe('introduction-expired')
    for (const jkt of ['x'.repeat(43), ada.jkt])
      expect(await refusalOf(ada.finish(params, { jkt }))).toBe('introduction-expired')
    expect(await refusalOf(ada.finish(params, { id: 'x'.repeat(43) }))).toBe('introduction-expired')
    expect(await ada.finish(params)).toBe('done')
    // A repeated request gets the same answer, and changes nothing.
    expect(await ada.finish({ error: 'access_denied' })).toBe('done')
    expect(await refusalOf(ada.prove())).toBe('accepted')
    expect(await refusalOf(ada.finish(params))).toBe('introduction-expired')
    expect(await refusalOf(ada.open())).toBe('introduction-expired')
  })

  test('error: nothing is opened or finished after 25 minutes', async () => {
    const { person, wait } = await create()
    const [ada, ben] = [person(), person({ name: 'ben' })]
    await ada.start()
    await ben.start()
    await ada.open()
    const params = await ada.visit()
    wait(25 * 60_000)
    expect(await refusalOf(ada.finish(params))).toBe('introduction-expired')
    expect(await refusalOf(ben.open())).toBe('introduction-expired')
  })

  test('error: of several requests at once, on two processes, one opens and one exchanges', async () => {
    const { person, processes } = await createTestSecond({ databases: await openTogether(2) })
    const ada = person()
    await ada.start()
    const rPage = 'p'.repeat(43)
    const keys = Array.from({ length: 8 }, (_, index) => `${index}`.repeat(43))
    const opened = await Promise.all(
      keys.map((jkt, index) =>
        refusalOf(
          (processes[index % 2] as (typeof processes)[0]).introductions.openSecond({
            id: ada.id,
            rPage,
            jkt,
          }),
        ),
      ),
    )
    expect(opened.filter((outcome) => outcome === 'accepted')).toHaveLength(1)

    const ben = person({ name: 'ben' })
    await ben.start()
    await ben.open()
    const params = await ben.visit()
    const finished = await Promise.all(
      keys.map((_, index) =>
        (processes[index % 2] as (typeof processes)[0]).introductions
          .finishSecond({ id: ben.id, params, jkt: ben.windowJkt })
          .then(
            ({ status }) => status,
            ({ code }: { code: string }) => code,
          ),
      ),
    )
    // Whoever comes during the exchange is refused; a code that is sent twice would fail.
    expect(finished).toContain('done')
    expect(finished.every((outcome) => ['done', 'introduction-expired'].includes(outcome))).toBe(true)
  })

  test('behavior: the tables contain neither the account nor code, verifier or token', async () => {
    const database = await open()
    const { person } = await createTestSecond({ databases: [database] })
    const ada = person()
    await ada.start()
    await ada.open()
    const params = await ada.visit()
    const read = async () => JSON.stringify(await database.selectFrom('introductions').selectAll().execute())
    const before = await read()
    await ada.finish(params)
    const after = await read()
    for (const text of [before, after])
      for (const secret of [`${params.code}`, ada.verifier(), ada.rServer, 'ada_moreau', ada.windowJkt])
        expect(text).not.toContain(secret)
  })
})
