import { randomBytes } from 'node:crypto'
import { hashAddress } from '@portico/server'
import { expect, test } from 'vitest'
import { createTestIntroductions, page, refusalOf } from '../../../testing/createTestIntroductions.ts'
import { describeEngines } from '../../../testing/describeEngines.ts'

type Harness = Awaited<ReturnType<typeof createTestIntroductions>>
type Visitor = Awaited<ReturnType<Harness['visitor']>>

/** Proves both addresses of a change at one process, and returns the call that finishes it. */
async function prove(
  { seal, mails, vault, now }: Harness,
  at: Harness['processes'][number],
  { email, userId, jkt }: Visitor,
  next: string,
): Promise<() => Promise<void>> {
  const tx = `tx_${randomBytes(16).toString('base64url')}`
  const device = { userId, jkt, origin: page.origin }
  const codeTo = (to: string) => mails.findLast((mail) => mail.to === to)?.code ?? ''
  const { id } = await at.changes.start({ sealed: await seal({ email, next, jkt, tx }), device })
  const type = async (code: string) => ({ id, sealed: await seal({ code, jkt, id }), device })
  await at.changes.enterOld(await type(codeTo(email)))
  const claims = { tx, address: hashAddress({ tx, email: next }) }
  const state = (typ: string) => vault.stop({ userId, jkt, now: now(), typ, claims })
  await at.changes.next({ id, approved: await state('email-approved+jwt'), device })
  await at.changes.enterNew(await type(codeTo(next)))
  const changed = await state('email-changed+jwt')
  return () => at.changes.finish({ id, changed, device })
}

await describeEngines('changes of address in several processes', ({ openTogether }) => {
  test('error: of two people who change to one address at once, one does', async () => {
    const databases = await openTogether(2)
    const harness = await createTestIntroductions({ databases })
    for (let round = 0; round < 5; round++) {
      const finish: (() => Promise<void>)[] = []
      for (const [index, at] of harness.processes.entries()) {
        const visitor = await harness.visitor({ email: `${round}-${index}@example.com`, at })
        await visitor.logIn()
        finish.push(await prove(harness, at, visitor, `${round}@new.example`))
      }
      const outcomes = await Promise.all(finish.map((run) => refusalOf(run())))
      expect(outcomes.toSorted()).toEqual(['accepted', 'email-taken'])
    }
  })

  test('error: a change and the login of somebody new with the same address at once: one has it', async () => {
    const databases = await openTogether(2)
    const harness = await createTestIntroductions({ databases })
    const [first, second] = harness.processes as [Harness['processes'][number], Harness['processes'][number]]
    for (let round = 0; round < 5; round++) {
      const [email, next] = [`${round}@example.com`, `${round}@new.example`]
      const visitor = await harness.visitor({ email, at: first })
      await visitor.logIn()
      const finish = await prove(harness, first, visitor, next)
      const stranger = await harness.visitor({ email: next, at: second })
      await stranger.start()
      await stranger.mail()
      const outcomes = await Promise.all([refusalOf(finish()), refusalOf(stranger.enter())])
      expect([
        ['accepted', 'identity-mismatch'],
        ['email-taken', 'accepted'],
      ]).toContainEqual(outcomes)
    }
  })

  test('behavior: finishing twice at once changes the address once', async () => {
    const databases = await openTogether(2)
    const harness = await createTestIntroductions({ databases })
    const [first] = harness.processes as [Harness['processes'][number]]
    const visitor = await harness.visitor({ email: 'ada@example.com', at: first })
    await visitor.logIn()
    const finish = await prove(harness, first, visitor, 'ada@new.example')
    expect(await Promise.all([refusalOf(finish()), refusalOf(finish())])).toEqual(['accepted', 'accepted'])
    const reverts = await databases[0]?.selectFrom('address_reverts').selectAll().execute()
    expect(reverts).toHaveLength(1)
  })
})
